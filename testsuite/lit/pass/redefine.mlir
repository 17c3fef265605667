// DEFINE: %{number} = one
// RUN: echo %{number} %{more} | FileCheck %s --check-prefix=FIRST
// REDEFINE: %{number} = two
// DEFINE: %{more} = three
// RUN: echo %{number} %{more} | FileCheck %s --check-prefix=SECOND

// A line is what its names stand for where it stands.

// FIRST: one %{more}
// SECOND: two three
