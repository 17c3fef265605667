// RUN: roundtrip --allow-unregistered-dialect

%a = builtin.unrealized_conversion_cast to i32
"foo.r"() ({
  module { }
  builtin.unrealized_conversion_cast %a : i32 to f32
}) : () -> ()
func.func @f() {
  "foo.r"() ({
    builtin.module { }
  }) : () -> ()
  builtin.module { 
    func.func private @g()
    module { "foo.r"() ({module {} }) : () -> () }
  }
  scf.execute_region {
     builtin.module {}
     scf.yield
  }
  return
}
gpu.module @a { builtin.module {}  gpu.func @f() {gpu.return} }

// OUT: module {
// OUT:   %0 = unrealized_conversion_cast to i32
// OUT:   "foo.r"() ({
// OUT:     builtin.module {
// OUT:     }
// OUT:     %1 = builtin.unrealized_conversion_cast %0 : i32 to f32
// OUT:   }) : () -> ()
// OUT:   func.func @f() {
// OUT:     "foo.r"() ({
// OUT:       builtin.module {
// OUT:       }
// OUT:     }) : () -> ()
// OUT:     builtin.module {
// OUT:       func.func private @g()
// OUT:       module {
// OUT:         "foo.r"() ({
// OUT:           builtin.module {
// OUT:           }
// OUT:         }) : () -> ()
// OUT:       }
// OUT:     }
// OUT:     scf.execute_region {
// OUT:       builtin.module {
// OUT:       }
// OUT:       scf.yield
// OUT:     }
// OUT:     return
// OUT:   }
// OUT:   gpu.module @a {
// OUT:     builtin.module {
// OUT:     }
// OUT:     gpu.func @f() {
// OUT:       gpu.return
// OUT:     }
// OUT:   }
// OUT: }
