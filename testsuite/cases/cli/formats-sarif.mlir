// RUN: warpline opt --diagnostics=sarif

func.func @note(%a: i32) -> i64 {
  return %a : i64
}

// OUT: stderr:
// OUT: {
// OUT:   "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
// OUT:   "version": "2.1.0",
// OUT:   "runs": [
// OUT:     {
// OUT:       "tool": {
// OUT:         "driver": {
// OUT:           "name": "warpline",
// OUT:           "semanticVersion": "0.1.0",
// OUT:           "rules": [
// OUT:             {
// OUT:               "id": "E0112",
// OUT:               "shortDescription": {
// OUT:                 "text": "A value that is used with another type than its own"
// OUT:               },
// OUT:               "fullDescription": {
// OUT:                 "text": "Types in the text of an operation must be those of its operands. The note points to the definition of the value's type."
// OUT:               }
// OUT:             }
// OUT:           ]
// OUT:         }
// OUT:       },
// OUT:       "columnKind": "unicodeCodePoints",
// OUT:       "invocations": [
// OUT:         {
// OUT:           "executionSuccessful": false,
// OUT:           "exitCode": 1,
// OUT:           "toolExecutionNotifications": []
// OUT:         }
// OUT:       ],
// OUT:       "results": [
// OUT:         {
// OUT:           "level": "error",
// OUT:           "message": {
// OUT:             "text": "use of value '%a' expects different type than prior uses: 'i64' vs 'i32'"
// OUT:           },
// OUT:           "locations": [
// OUT:             {
// OUT:               "physicalLocation": {
// OUT:                 "artifactLocation": {
// OUT:                   "uri": "formats-sarif.mlir"
// OUT:                 },
// OUT:                 "region": {
// OUT:                   "startLine": 4,
// OUT:                   "startColumn": 10,
// OUT:                   "endLine": 4,
// OUT:                   "endColumn": 12,
// OUT:                   "byteOffset": 85,
// OUT:                   "byteLength": 2
// OUT:                 }
// OUT:               }
// OUT:             }
// OUT:           ],
// OUT:           "relatedLocations": [
// OUT:             {
// OUT:               "id": 0,
// OUT:               "physicalLocation": {
// OUT:                 "artifactLocation": {
// OUT:                   "uri": "formats-sarif.mlir"
// OUT:                 },
// OUT:                 "region": {
// OUT:                   "startLine": 3,
// OUT:                   "startColumn": 17,
// OUT:                   "endLine": 3,
// OUT:                   "endColumn": 19,
// OUT:                   "byteOffset": 58,
// OUT:                   "byteLength": 2
// OUT:                 }
// OUT:               },
// OUT:               "message": {
// OUT:                 "text": "prior use here"
// OUT:               }
// OUT:             }
// OUT:           ],
// OUT:           "ruleId": "E0112"
// OUT:         }
// OUT:       ]
// OUT:     }
// OUT:   ]
// OUT: }
// OUT: exit: 1
// -----

func.func private @nothing_to_report()

// OUT: module {
// OUT:   func.func private @nothing_to_report()
// OUT: }
// OUT: stderr:
// OUT: {
// OUT:   "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
// OUT:   "version": "2.1.0",
// OUT:   "runs": [
// OUT:     {
// OUT:       "tool": {
// OUT:         "driver": {
// OUT:           "name": "warpline",
// OUT:           "semanticVersion": "0.1.0",
// OUT:           "rules": []
// OUT:         }
// OUT:       },
// OUT:       "columnKind": "unicodeCodePoints",
// OUT:       "invocations": [
// OUT:         {
// OUT:           "executionSuccessful": true,
// OUT:           "exitCode": 0,
// OUT:           "toolExecutionNotifications": []
// OUT:         }
// OUT:       ],
// OUT:       "results": []
// OUT:     }
// OUT:   ]
// OUT: }
