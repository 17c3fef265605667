// RUN: roundtrip

func.func @conv_1d(%a0: memref<10xf32>, %a1: memref<2xf32>, %a2: memref<9xf32>) {
  linalg.conv_1d ins(%a0, %a1 : memref<10xf32>, memref<2xf32>) outs(%a2 : memref<9xf32>)
  return
}

// OUT: module {
// OUT:   func.func @conv_1d(%arg0: memref<10xf32>, %arg1: memref<2xf32>, %arg2: memref<9xf32>) {
// OUT:     linalg.conv_1d ins(%arg0, %arg1 : memref<10xf32>, memref<2xf32>) outs(%arg2 : memref<9xf32>)
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @conv_2d(%a0: memref<10x11xf32>, %a1: memref<2x2xf32>, %a2: memref<9x10xf32>) {
  linalg.conv_2d ins(%a0, %a1 : memref<10x11xf32>, memref<2x2xf32>) outs(%a2 : memref<9x10xf32>)
  return
}

// OUT: module {
// OUT:   func.func @conv_2d(%arg0: memref<10x11xf32>, %arg1: memref<2x2xf32>, %arg2: memref<9x10xf32>) {
// OUT:     linalg.conv_2d ins(%arg0, %arg1 : memref<10x11xf32>, memref<2x2xf32>) outs(%arg2 : memref<9x10xf32>)
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @conv_3d(%a0: memref<10x11x12xf32>, %a1: memref<2x2x2xf32>, %a2: memref<9x10x11xf32>) {
  linalg.conv_3d ins(%a0, %a1 : memref<10x11x12xf32>, memref<2x2x2xf32>) outs(%a2 : memref<9x10x11xf32>)
  return
}

// OUT: module {
// OUT:   func.func @conv_3d(%arg0: memref<10x11x12xf32>, %arg1: memref<2x2x2xf32>, %arg2: memref<9x10x11xf32>) {
// OUT:     linalg.conv_3d ins(%arg0, %arg1 : memref<10x11x12xf32>, memref<2x2x2xf32>) outs(%arg2 : memref<9x10x11xf32>)
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @conv_1d_nwc_wcf(%a0: memref<2x20x7xf32>, %a1: memref<2x7x5xf32>, %a2: memref<2x9x5xf32>) {
  linalg.conv_1d_nwc_wcf {dilations = dense<3> : tensor<1xi64>, strides = dense<2> : tensor<1xi64>} ins(%a0, %a1 : memref<2x20x7xf32>, memref<2x7x5xf32>) outs(%a2 : memref<2x9x5xf32>)
  return
}

// OUT: module {
// OUT:   func.func @conv_1d_nwc_wcf(%arg0: memref<2x20x7xf32>, %arg1: memref<2x7x5xf32>, %arg2: memref<2x9x5xf32>) {
// OUT:     linalg.conv_1d_nwc_wcf {dilations = dense<3> : tensor<1xi64>, strides = dense<2> : tensor<1xi64>} ins(%arg0, %arg1 : memref<2x20x7xf32>, memref<2x7x5xf32>) outs(%arg2 : memref<2x9x5xf32>)
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @conv_1d_ncw_fcw(%a0: memref<2x7x20xf32>, %a1: memref<5x7x2xf32>, %a2: memref<2x5x9xf32>) {
  linalg.conv_1d_ncw_fcw {dilations = dense<3> : tensor<1xi64>, strides = dense<2> : tensor<1xi64>} ins(%a0, %a1 : memref<2x7x20xf32>, memref<5x7x2xf32>) outs(%a2 : memref<2x5x9xf32>)
  return
}

// OUT: module {
// OUT:   func.func @conv_1d_ncw_fcw(%arg0: memref<2x7x20xf32>, %arg1: memref<5x7x2xf32>, %arg2: memref<2x5x9xf32>) {
// OUT:     linalg.conv_1d_ncw_fcw {dilations = dense<3> : tensor<1xi64>, strides = dense<2> : tensor<1xi64>} ins(%arg0, %arg1 : memref<2x7x20xf32>, memref<5x7x2xf32>) outs(%arg2 : memref<2x5x9xf32>)
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @conv_2d_nhwc_hwcf(%a0: memref<2x20x22x7xf32>, %a1: memref<2x2x7x5xf32>, %a2: memref<2x9x10x5xf32>) {
  linalg.conv_2d_nhwc_hwcf {dilations = dense<3> : tensor<2xi64>, strides = dense<2> : tensor<2xi64>} ins(%a0, %a1 : memref<2x20x22x7xf32>, memref<2x2x7x5xf32>) outs(%a2 : memref<2x9x10x5xf32>)
  return
}

// OUT: module {
// OUT:   func.func @conv_2d_nhwc_hwcf(%arg0: memref<2x20x22x7xf32>, %arg1: memref<2x2x7x5xf32>, %arg2: memref<2x9x10x5xf32>) {
// OUT:     linalg.conv_2d_nhwc_hwcf {dilations = dense<3> : tensor<2xi64>, strides = dense<2> : tensor<2xi64>} ins(%arg0, %arg1 : memref<2x20x22x7xf32>, memref<2x2x7x5xf32>) outs(%arg2 : memref<2x9x10x5xf32>)
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @conv_2d_nhwc_fhwc(%a0: memref<2x20x22x7xf32>, %a1: memref<5x2x2x7xf32>, %a2: memref<2x9x10x5xf32>) {
  linalg.conv_2d_nhwc_fhwc {dilations = dense<3> : tensor<2xi64>, strides = dense<2> : tensor<2xi64>} ins(%a0, %a1 : memref<2x20x22x7xf32>, memref<5x2x2x7xf32>) outs(%a2 : memref<2x9x10x5xf32>)
  return
}

// OUT: module {
// OUT:   func.func @conv_2d_nhwc_fhwc(%arg0: memref<2x20x22x7xf32>, %arg1: memref<5x2x2x7xf32>, %arg2: memref<2x9x10x5xf32>) {
// OUT:     linalg.conv_2d_nhwc_fhwc {dilations = dense<3> : tensor<2xi64>, strides = dense<2> : tensor<2xi64>} ins(%arg0, %arg1 : memref<2x20x22x7xf32>, memref<5x2x2x7xf32>) outs(%arg2 : memref<2x9x10x5xf32>)
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @conv_2d_nchw_fchw(%a0: memref<2x7x20x22xf32>, %a1: memref<5x7x2x2xf32>, %a2: memref<2x5x9x10xf32>) {
  linalg.conv_2d_nchw_fchw {dilations = dense<3> : tensor<2xi64>, strides = dense<2> : tensor<2xi64>} ins(%a0, %a1 : memref<2x7x20x22xf32>, memref<5x7x2x2xf32>) outs(%a2 : memref<2x5x9x10xf32>)
  return
}

// OUT: module {
// OUT:   func.func @conv_2d_nchw_fchw(%arg0: memref<2x7x20x22xf32>, %arg1: memref<5x7x2x2xf32>, %arg2: memref<2x5x9x10xf32>) {
// OUT:     linalg.conv_2d_nchw_fchw {dilations = dense<3> : tensor<2xi64>, strides = dense<2> : tensor<2xi64>} ins(%arg0, %arg1 : memref<2x7x20x22xf32>, memref<5x7x2x2xf32>) outs(%arg2 : memref<2x5x9x10xf32>)
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @conv_2d_ngchw_fgchw(%a0: memref<2x6x7x20x22xf32>, %a1: memref<5x6x7x2x2xf32>, %a2: memref<2x6x5x9x10xf32>) {
  linalg.conv_2d_ngchw_fgchw {dilations = dense<3> : tensor<2xi64>, strides = dense<2> : tensor<2xi64>} ins(%a0, %a1 : memref<2x6x7x20x22xf32>, memref<5x6x7x2x2xf32>) outs(%a2 : memref<2x6x5x9x10xf32>)
  return
}

// OUT: module {
// OUT:   func.func @conv_2d_ngchw_fgchw(%arg0: memref<2x6x7x20x22xf32>, %arg1: memref<5x6x7x2x2xf32>, %arg2: memref<2x6x5x9x10xf32>) {
// OUT:     linalg.conv_2d_ngchw_fgchw {dilations = dense<3> : tensor<2xi64>, strides = dense<2> : tensor<2xi64>} ins(%arg0, %arg1 : memref<2x6x7x20x22xf32>, memref<5x6x7x2x2xf32>) outs(%arg2 : memref<2x6x5x9x10xf32>)
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @conv_2d_ngchw_gfchw(%a0: memref<2x6x7x20x22xf32>, %a1: memref<6x5x7x2x2xf32>, %a2: memref<2x6x5x9x10xf32>) {
  linalg.conv_2d_ngchw_gfchw {dilations = dense<3> : tensor<2xi64>, strides = dense<2> : tensor<2xi64>} ins(%a0, %a1 : memref<2x6x7x20x22xf32>, memref<6x5x7x2x2xf32>) outs(%a2 : memref<2x6x5x9x10xf32>)
  return
}

// OUT: module {
// OUT:   func.func @conv_2d_ngchw_gfchw(%arg0: memref<2x6x7x20x22xf32>, %arg1: memref<6x5x7x2x2xf32>, %arg2: memref<2x6x5x9x10xf32>) {
// OUT:     linalg.conv_2d_ngchw_gfchw {dilations = dense<3> : tensor<2xi64>, strides = dense<2> : tensor<2xi64>} ins(%arg0, %arg1 : memref<2x6x7x20x22xf32>, memref<6x5x7x2x2xf32>) outs(%arg2 : memref<2x6x5x9x10xf32>)
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @conv_2d_nhwgc_gfhwc(%a0: memref<2x20x22x6x7xf32>, %a1: memref<6x5x2x2x7xf32>, %a2: memref<2x9x10x6x5xf32>) {
  linalg.conv_2d_nhwgc_gfhwc {dilations = dense<3> : tensor<2xi64>, strides = dense<2> : tensor<2xi64>} ins(%a0, %a1 : memref<2x20x22x6x7xf32>, memref<6x5x2x2x7xf32>) outs(%a2 : memref<2x9x10x6x5xf32>)
  return
}

// OUT: module {
// OUT:   func.func @conv_2d_nhwgc_gfhwc(%arg0: memref<2x20x22x6x7xf32>, %arg1: memref<6x5x2x2x7xf32>, %arg2: memref<2x9x10x6x5xf32>) {
// OUT:     linalg.conv_2d_nhwgc_gfhwc {dilations = dense<3> : tensor<2xi64>, strides = dense<2> : tensor<2xi64>} ins(%arg0, %arg1 : memref<2x20x22x6x7xf32>, memref<6x5x2x2x7xf32>) outs(%arg2 : memref<2x9x10x6x5xf32>)
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @conv_3d_ndhwc_dhwcf(%a0: memref<2x20x22x24x7xf32>, %a1: memref<2x2x2x7x5xf32>, %a2: memref<2x9x10x11x5xf32>) {
  linalg.conv_3d_ndhwc_dhwcf {dilations = dense<3> : tensor<3xi64>, strides = dense<2> : tensor<3xi64>} ins(%a0, %a1 : memref<2x20x22x24x7xf32>, memref<2x2x2x7x5xf32>) outs(%a2 : memref<2x9x10x11x5xf32>)
  return
}

// OUT: module {
// OUT:   func.func @conv_3d_ndhwc_dhwcf(%arg0: memref<2x20x22x24x7xf32>, %arg1: memref<2x2x2x7x5xf32>, %arg2: memref<2x9x10x11x5xf32>) {
// OUT:     linalg.conv_3d_ndhwc_dhwcf {dilations = dense<3> : tensor<3xi64>, strides = dense<2> : tensor<3xi64>} ins(%arg0, %arg1 : memref<2x20x22x24x7xf32>, memref<2x2x2x7x5xf32>) outs(%arg2 : memref<2x9x10x11x5xf32>)
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @conv_3d_ncdhw_fcdhw(%a0: memref<2x7x20x22x24xf32>, %a1: memref<5x7x2x2x2xf32>, %a2: memref<2x5x9x10x11xf32>) {
  linalg.conv_3d_ncdhw_fcdhw {dilations = dense<3> : tensor<3xi64>, strides = dense<2> : tensor<3xi64>} ins(%a0, %a1 : memref<2x7x20x22x24xf32>, memref<5x7x2x2x2xf32>) outs(%a2 : memref<2x5x9x10x11xf32>)
  return
}

// OUT: module {
// OUT:   func.func @conv_3d_ncdhw_fcdhw(%arg0: memref<2x7x20x22x24xf32>, %arg1: memref<5x7x2x2x2xf32>, %arg2: memref<2x5x9x10x11xf32>) {
// OUT:     linalg.conv_3d_ncdhw_fcdhw {dilations = dense<3> : tensor<3xi64>, strides = dense<2> : tensor<3xi64>} ins(%arg0, %arg1 : memref<2x7x20x22x24xf32>, memref<5x7x2x2x2xf32>) outs(%arg2 : memref<2x5x9x10x11xf32>)
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @depthwise_conv_1d_nwc_wc(%a0: memref<2x20x7xf32>, %a1: memref<2x7xf32>, %a2: memref<2x9x7xf32>) {
  linalg.depthwise_conv_1d_nwc_wc {dilations = dense<3> : tensor<1xi64>, strides = dense<2> : tensor<1xi64>} ins(%a0, %a1 : memref<2x20x7xf32>, memref<2x7xf32>) outs(%a2 : memref<2x9x7xf32>)
  return
}

// OUT: module {
// OUT:   func.func @depthwise_conv_1d_nwc_wc(%arg0: memref<2x20x7xf32>, %arg1: memref<2x7xf32>, %arg2: memref<2x9x7xf32>) {
// OUT:     linalg.depthwise_conv_1d_nwc_wc {dilations = dense<3> : tensor<1xi64>, strides = dense<2> : tensor<1xi64>} ins(%arg0, %arg1 : memref<2x20x7xf32>, memref<2x7xf32>) outs(%arg2 : memref<2x9x7xf32>)
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @depthwise_conv_1d_ncw_cw(%a0: memref<2x7x20xf32>, %a1: memref<7x2xf32>, %a2: memref<2x7x9xf32>) {
  linalg.depthwise_conv_1d_ncw_cw {dilations = dense<3> : tensor<1xi64>, strides = dense<2> : tensor<1xi64>} ins(%a0, %a1 : memref<2x7x20xf32>, memref<7x2xf32>) outs(%a2 : memref<2x7x9xf32>)
  return
}

// OUT: module {
// OUT:   func.func @depthwise_conv_1d_ncw_cw(%arg0: memref<2x7x20xf32>, %arg1: memref<7x2xf32>, %arg2: memref<2x7x9xf32>) {
// OUT:     linalg.depthwise_conv_1d_ncw_cw {dilations = dense<3> : tensor<1xi64>, strides = dense<2> : tensor<1xi64>} ins(%arg0, %arg1 : memref<2x7x20xf32>, memref<7x2xf32>) outs(%arg2 : memref<2x7x9xf32>)
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @depthwise_conv_1d_nwc_wcm(%a0: memref<2x20x7xf32>, %a1: memref<2x7x8xf32>, %a2: memref<2x9x7x8xf32>) {
  linalg.depthwise_conv_1d_nwc_wcm {dilations = dense<3> : tensor<1xi64>, strides = dense<2> : tensor<1xi64>} ins(%a0, %a1 : memref<2x20x7xf32>, memref<2x7x8xf32>) outs(%a2 : memref<2x9x7x8xf32>)
  return
}

// OUT: module {
// OUT:   func.func @depthwise_conv_1d_nwc_wcm(%arg0: memref<2x20x7xf32>, %arg1: memref<2x7x8xf32>, %arg2: memref<2x9x7x8xf32>) {
// OUT:     linalg.depthwise_conv_1d_nwc_wcm {dilations = dense<3> : tensor<1xi64>, strides = dense<2> : tensor<1xi64>} ins(%arg0, %arg1 : memref<2x20x7xf32>, memref<2x7x8xf32>) outs(%arg2 : memref<2x9x7x8xf32>)
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @depthwise_conv_2d_nhwc_hwc(%a0: memref<2x20x22x7xf32>, %a1: memref<2x2x7xf32>, %a2: memref<2x9x10x7xf32>) {
  linalg.depthwise_conv_2d_nhwc_hwc {dilations = dense<3> : tensor<2xi64>, strides = dense<2> : tensor<2xi64>} ins(%a0, %a1 : memref<2x20x22x7xf32>, memref<2x2x7xf32>) outs(%a2 : memref<2x9x10x7xf32>)
  return
}

// OUT: module {
// OUT:   func.func @depthwise_conv_2d_nhwc_hwc(%arg0: memref<2x20x22x7xf32>, %arg1: memref<2x2x7xf32>, %arg2: memref<2x9x10x7xf32>) {
// OUT:     linalg.depthwise_conv_2d_nhwc_hwc {dilations = dense<3> : tensor<2xi64>, strides = dense<2> : tensor<2xi64>} ins(%arg0, %arg1 : memref<2x20x22x7xf32>, memref<2x2x7xf32>) outs(%arg2 : memref<2x9x10x7xf32>)
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @depthwise_conv_2d_nchw_chw(%a0: memref<2x7x20x22xf32>, %a1: memref<7x2x2xf32>, %a2: memref<2x7x9x10xf32>) {
  linalg.depthwise_conv_2d_nchw_chw {dilations = dense<3> : tensor<2xi64>, strides = dense<2> : tensor<2xi64>} ins(%a0, %a1 : memref<2x7x20x22xf32>, memref<7x2x2xf32>) outs(%a2 : memref<2x7x9x10xf32>)
  return
}

// OUT: module {
// OUT:   func.func @depthwise_conv_2d_nchw_chw(%arg0: memref<2x7x20x22xf32>, %arg1: memref<7x2x2xf32>, %arg2: memref<2x7x9x10xf32>) {
// OUT:     linalg.depthwise_conv_2d_nchw_chw {dilations = dense<3> : tensor<2xi64>, strides = dense<2> : tensor<2xi64>} ins(%arg0, %arg1 : memref<2x7x20x22xf32>, memref<7x2x2xf32>) outs(%arg2 : memref<2x7x9x10xf32>)
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @depthwise_conv_2d_nhwc_hwcm(%a0: memref<2x20x22x7xf32>, %a1: memref<2x2x7x8xf32>, %a2: memref<2x9x10x7x8xf32>) {
  linalg.depthwise_conv_2d_nhwc_hwcm {dilations = dense<3> : tensor<2xi64>, strides = dense<2> : tensor<2xi64>} ins(%a0, %a1 : memref<2x20x22x7xf32>, memref<2x2x7x8xf32>) outs(%a2 : memref<2x9x10x7x8xf32>)
  return
}

// OUT: module {
// OUT:   func.func @depthwise_conv_2d_nhwc_hwcm(%arg0: memref<2x20x22x7xf32>, %arg1: memref<2x2x7x8xf32>, %arg2: memref<2x9x10x7x8xf32>) {
// OUT:     linalg.depthwise_conv_2d_nhwc_hwcm {dilations = dense<3> : tensor<2xi64>, strides = dense<2> : tensor<2xi64>} ins(%arg0, %arg1 : memref<2x20x22x7xf32>, memref<2x2x7x8xf32>) outs(%arg2 : memref<2x9x10x7x8xf32>)
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @depthwise_conv_3d_ndhwc_dhwc(%a0: memref<2x20x22x24x7xf32>, %a1: memref<2x2x2x7xf32>, %a2: memref<2x9x10x11x7xf32>) {
  linalg.depthwise_conv_3d_ndhwc_dhwc {dilations = dense<3> : tensor<3xi64>, strides = dense<2> : tensor<3xi64>} ins(%a0, %a1 : memref<2x20x22x24x7xf32>, memref<2x2x2x7xf32>) outs(%a2 : memref<2x9x10x11x7xf32>)
  return
}

// OUT: module {
// OUT:   func.func @depthwise_conv_3d_ndhwc_dhwc(%arg0: memref<2x20x22x24x7xf32>, %arg1: memref<2x2x2x7xf32>, %arg2: memref<2x9x10x11x7xf32>) {
// OUT:     linalg.depthwise_conv_3d_ndhwc_dhwc {dilations = dense<3> : tensor<3xi64>, strides = dense<2> : tensor<3xi64>} ins(%arg0, %arg1 : memref<2x20x22x24x7xf32>, memref<2x2x2x7xf32>) outs(%arg2 : memref<2x9x10x11x7xf32>)
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @depthwise_conv_3d_ncdhw_cdhw(%a0: memref<2x7x20x22x24xf32>, %a1: memref<7x2x2x2xf32>, %a2: memref<2x7x9x10x11xf32>) {
  linalg.depthwise_conv_3d_ncdhw_cdhw {dilations = dense<3> : tensor<3xi64>, strides = dense<2> : tensor<3xi64>} ins(%a0, %a1 : memref<2x7x20x22x24xf32>, memref<7x2x2x2xf32>) outs(%a2 : memref<2x7x9x10x11xf32>)
  return
}

// OUT: module {
// OUT:   func.func @depthwise_conv_3d_ncdhw_cdhw(%arg0: memref<2x7x20x22x24xf32>, %arg1: memref<7x2x2x2xf32>, %arg2: memref<2x7x9x10x11xf32>) {
// OUT:     linalg.depthwise_conv_3d_ncdhw_cdhw {dilations = dense<3> : tensor<3xi64>, strides = dense<2> : tensor<3xi64>} ins(%arg0, %arg1 : memref<2x7x20x22x24xf32>, memref<7x2x2x2xf32>) outs(%arg2 : memref<2x7x9x10x11xf32>)
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @depthwise_conv_3d_ndhwc_dhwcm(%a0: memref<2x20x22x24x7xf32>, %a1: memref<2x2x2x7x8xf32>, %a2: memref<2x9x10x11x7x8xf32>) {
  linalg.depthwise_conv_3d_ndhwc_dhwcm {dilations = dense<3> : tensor<3xi64>, strides = dense<2> : tensor<3xi64>} ins(%a0, %a1 : memref<2x20x22x24x7xf32>, memref<2x2x2x7x8xf32>) outs(%a2 : memref<2x9x10x11x7x8xf32>)
  return
}

// OUT: module {
// OUT:   func.func @depthwise_conv_3d_ndhwc_dhwcm(%arg0: memref<2x20x22x24x7xf32>, %arg1: memref<2x2x2x7x8xf32>, %arg2: memref<2x9x10x11x7x8xf32>) {
// OUT:     linalg.depthwise_conv_3d_ndhwc_dhwcm {dilations = dense<3> : tensor<3xi64>, strides = dense<2> : tensor<3xi64>} ins(%arg0, %arg1 : memref<2x20x22x24x7xf32>, memref<2x2x2x7x8xf32>) outs(%arg2 : memref<2x9x10x11x7x8xf32>)
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @pooling_nhwc_sum(%a0: memref<2x20x22x7xf32>, %a1: memref<2x2xf32>, %a2: memref<2x9x10x7xf32>) {
  linalg.pooling_nhwc_sum {dilations = dense<3> : tensor<2xi64>, strides = dense<2> : tensor<2xi64>} ins(%a0, %a1 : memref<2x20x22x7xf32>, memref<2x2xf32>) outs(%a2 : memref<2x9x10x7xf32>)
  return
}

// OUT: module {
// OUT:   func.func @pooling_nhwc_sum(%arg0: memref<2x20x22x7xf32>, %arg1: memref<2x2xf32>, %arg2: memref<2x9x10x7xf32>) {
// OUT:     linalg.pooling_nhwc_sum {dilations = dense<3> : tensor<2xi64>, strides = dense<2> : tensor<2xi64>} ins(%arg0, %arg1 : memref<2x20x22x7xf32>, memref<2x2xf32>) outs(%arg2 : memref<2x9x10x7xf32>)
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @pooling_nchw_sum(%a0: memref<2x7x20x22xf32>, %a1: memref<2x2xf32>, %a2: memref<2x7x9x10xf32>) {
  linalg.pooling_nchw_sum {dilations = dense<3> : tensor<2xi64>, strides = dense<2> : tensor<2xi64>} ins(%a0, %a1 : memref<2x7x20x22xf32>, memref<2x2xf32>) outs(%a2 : memref<2x7x9x10xf32>)
  return
}

// OUT: module {
// OUT:   func.func @pooling_nchw_sum(%arg0: memref<2x7x20x22xf32>, %arg1: memref<2x2xf32>, %arg2: memref<2x7x9x10xf32>) {
// OUT:     linalg.pooling_nchw_sum {dilations = dense<3> : tensor<2xi64>, strides = dense<2> : tensor<2xi64>} ins(%arg0, %arg1 : memref<2x7x20x22xf32>, memref<2x2xf32>) outs(%arg2 : memref<2x7x9x10xf32>)
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @pooling_nhwc_max(%a0: memref<2x20x22x7xf32>, %a1: memref<2x2xf32>, %a2: memref<2x9x10x7xf32>) {
  linalg.pooling_nhwc_max {dilations = dense<3> : tensor<2xi64>, strides = dense<2> : tensor<2xi64>} ins(%a0, %a1 : memref<2x20x22x7xf32>, memref<2x2xf32>) outs(%a2 : memref<2x9x10x7xf32>)
  return
}

// OUT: module {
// OUT:   func.func @pooling_nhwc_max(%arg0: memref<2x20x22x7xf32>, %arg1: memref<2x2xf32>, %arg2: memref<2x9x10x7xf32>) {
// OUT:     linalg.pooling_nhwc_max {dilations = dense<3> : tensor<2xi64>, strides = dense<2> : tensor<2xi64>} ins(%arg0, %arg1 : memref<2x20x22x7xf32>, memref<2x2xf32>) outs(%arg2 : memref<2x9x10x7xf32>)
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @pooling_nhwc_max_unsigned(%a0: memref<2x20x22x7xi32>, %a1: memref<2x2xi32>, %a2: memref<2x9x10x7xi32>) {
  linalg.pooling_nhwc_max_unsigned {dilations = dense<3> : tensor<2xi64>, strides = dense<2> : tensor<2xi64>} ins(%a0, %a1 : memref<2x20x22x7xi32>, memref<2x2xi32>) outs(%a2 : memref<2x9x10x7xi32>)
  return
}

// OUT: module {
// OUT:   func.func @pooling_nhwc_max_unsigned(%arg0: memref<2x20x22x7xi32>, %arg1: memref<2x2xi32>, %arg2: memref<2x9x10x7xi32>) {
// OUT:     linalg.pooling_nhwc_max_unsigned {dilations = dense<3> : tensor<2xi64>, strides = dense<2> : tensor<2xi64>} ins(%arg0, %arg1 : memref<2x20x22x7xi32>, memref<2x2xi32>) outs(%arg2 : memref<2x9x10x7xi32>)
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @pooling_nchw_max(%a0: memref<2x7x20x22xf32>, %a1: memref<2x2xf32>, %a2: memref<2x7x9x10xf32>) {
  linalg.pooling_nchw_max {dilations = dense<3> : tensor<2xi64>, strides = dense<2> : tensor<2xi64>} ins(%a0, %a1 : memref<2x7x20x22xf32>, memref<2x2xf32>) outs(%a2 : memref<2x7x9x10xf32>)
  return
}

// OUT: module {
// OUT:   func.func @pooling_nchw_max(%arg0: memref<2x7x20x22xf32>, %arg1: memref<2x2xf32>, %arg2: memref<2x7x9x10xf32>) {
// OUT:     linalg.pooling_nchw_max {dilations = dense<3> : tensor<2xi64>, strides = dense<2> : tensor<2xi64>} ins(%arg0, %arg1 : memref<2x7x20x22xf32>, memref<2x2xf32>) outs(%arg2 : memref<2x7x9x10xf32>)
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @pooling_nhwc_min(%a0: memref<2x20x22x7xf32>, %a1: memref<2x2xf32>, %a2: memref<2x9x10x7xf32>) {
  linalg.pooling_nhwc_min {dilations = dense<3> : tensor<2xi64>, strides = dense<2> : tensor<2xi64>} ins(%a0, %a1 : memref<2x20x22x7xf32>, memref<2x2xf32>) outs(%a2 : memref<2x9x10x7xf32>)
  return
}

// OUT: module {
// OUT:   func.func @pooling_nhwc_min(%arg0: memref<2x20x22x7xf32>, %arg1: memref<2x2xf32>, %arg2: memref<2x9x10x7xf32>) {
// OUT:     linalg.pooling_nhwc_min {dilations = dense<3> : tensor<2xi64>, strides = dense<2> : tensor<2xi64>} ins(%arg0, %arg1 : memref<2x20x22x7xf32>, memref<2x2xf32>) outs(%arg2 : memref<2x9x10x7xf32>)
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @pooling_nhwc_min_unsigned(%a0: memref<2x20x22x7xi32>, %a1: memref<2x2xi32>, %a2: memref<2x9x10x7xi32>) {
  linalg.pooling_nhwc_min_unsigned {dilations = dense<3> : tensor<2xi64>, strides = dense<2> : tensor<2xi64>} ins(%a0, %a1 : memref<2x20x22x7xi32>, memref<2x2xi32>) outs(%a2 : memref<2x9x10x7xi32>)
  return
}

// OUT: module {
// OUT:   func.func @pooling_nhwc_min_unsigned(%arg0: memref<2x20x22x7xi32>, %arg1: memref<2x2xi32>, %arg2: memref<2x9x10x7xi32>) {
// OUT:     linalg.pooling_nhwc_min_unsigned {dilations = dense<3> : tensor<2xi64>, strides = dense<2> : tensor<2xi64>} ins(%arg0, %arg1 : memref<2x20x22x7xi32>, memref<2x2xi32>) outs(%arg2 : memref<2x9x10x7xi32>)
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @pooling_nwc_sum(%a0: memref<2x20x7xf32>, %a1: memref<2xf32>, %a2: memref<2x9x7xf32>) {
  linalg.pooling_nwc_sum {dilations = dense<3> : tensor<1xi64>, strides = dense<2> : tensor<1xi64>} ins(%a0, %a1 : memref<2x20x7xf32>, memref<2xf32>) outs(%a2 : memref<2x9x7xf32>)
  return
}

// OUT: module {
// OUT:   func.func @pooling_nwc_sum(%arg0: memref<2x20x7xf32>, %arg1: memref<2xf32>, %arg2: memref<2x9x7xf32>) {
// OUT:     linalg.pooling_nwc_sum {dilations = dense<3> : tensor<1xi64>, strides = dense<2> : tensor<1xi64>} ins(%arg0, %arg1 : memref<2x20x7xf32>, memref<2xf32>) outs(%arg2 : memref<2x9x7xf32>)
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @pooling_ncw_sum(%a0: memref<2x7x20xf32>, %a1: memref<2xf32>, %a2: memref<2x7x9xf32>) {
  linalg.pooling_ncw_sum {dilations = dense<3> : tensor<1xi64>, strides = dense<2> : tensor<1xi64>} ins(%a0, %a1 : memref<2x7x20xf32>, memref<2xf32>) outs(%a2 : memref<2x7x9xf32>)
  return
}

// OUT: module {
// OUT:   func.func @pooling_ncw_sum(%arg0: memref<2x7x20xf32>, %arg1: memref<2xf32>, %arg2: memref<2x7x9xf32>) {
// OUT:     linalg.pooling_ncw_sum {dilations = dense<3> : tensor<1xi64>, strides = dense<2> : tensor<1xi64>} ins(%arg0, %arg1 : memref<2x7x20xf32>, memref<2xf32>) outs(%arg2 : memref<2x7x9xf32>)
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @pooling_nwc_max(%a0: memref<2x20x7xf32>, %a1: memref<2xf32>, %a2: memref<2x9x7xf32>) {
  linalg.pooling_nwc_max {dilations = dense<3> : tensor<1xi64>, strides = dense<2> : tensor<1xi64>} ins(%a0, %a1 : memref<2x20x7xf32>, memref<2xf32>) outs(%a2 : memref<2x9x7xf32>)
  return
}

// OUT: module {
// OUT:   func.func @pooling_nwc_max(%arg0: memref<2x20x7xf32>, %arg1: memref<2xf32>, %arg2: memref<2x9x7xf32>) {
// OUT:     linalg.pooling_nwc_max {dilations = dense<3> : tensor<1xi64>, strides = dense<2> : tensor<1xi64>} ins(%arg0, %arg1 : memref<2x20x7xf32>, memref<2xf32>) outs(%arg2 : memref<2x9x7xf32>)
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @pooling_nwc_max_unsigned(%a0: memref<2x20x7xi32>, %a1: memref<2xi32>, %a2: memref<2x9x7xi32>) {
  linalg.pooling_nwc_max_unsigned {dilations = dense<3> : tensor<1xi64>, strides = dense<2> : tensor<1xi64>} ins(%a0, %a1 : memref<2x20x7xi32>, memref<2xi32>) outs(%a2 : memref<2x9x7xi32>)
  return
}

// OUT: module {
// OUT:   func.func @pooling_nwc_max_unsigned(%arg0: memref<2x20x7xi32>, %arg1: memref<2xi32>, %arg2: memref<2x9x7xi32>) {
// OUT:     linalg.pooling_nwc_max_unsigned {dilations = dense<3> : tensor<1xi64>, strides = dense<2> : tensor<1xi64>} ins(%arg0, %arg1 : memref<2x20x7xi32>, memref<2xi32>) outs(%arg2 : memref<2x9x7xi32>)
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @pooling_ncw_max(%a0: memref<2x7x20xf32>, %a1: memref<2xf32>, %a2: memref<2x7x9xf32>) {
  linalg.pooling_ncw_max {dilations = dense<3> : tensor<1xi64>, strides = dense<2> : tensor<1xi64>} ins(%a0, %a1 : memref<2x7x20xf32>, memref<2xf32>) outs(%a2 : memref<2x7x9xf32>)
  return
}

// OUT: module {
// OUT:   func.func @pooling_ncw_max(%arg0: memref<2x7x20xf32>, %arg1: memref<2xf32>, %arg2: memref<2x7x9xf32>) {
// OUT:     linalg.pooling_ncw_max {dilations = dense<3> : tensor<1xi64>, strides = dense<2> : tensor<1xi64>} ins(%arg0, %arg1 : memref<2x7x20xf32>, memref<2xf32>) outs(%arg2 : memref<2x7x9xf32>)
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @pooling_nwc_min(%a0: memref<2x20x7xf32>, %a1: memref<2xf32>, %a2: memref<2x9x7xf32>) {
  linalg.pooling_nwc_min {dilations = dense<3> : tensor<1xi64>, strides = dense<2> : tensor<1xi64>} ins(%a0, %a1 : memref<2x20x7xf32>, memref<2xf32>) outs(%a2 : memref<2x9x7xf32>)
  return
}

// OUT: module {
// OUT:   func.func @pooling_nwc_min(%arg0: memref<2x20x7xf32>, %arg1: memref<2xf32>, %arg2: memref<2x9x7xf32>) {
// OUT:     linalg.pooling_nwc_min {dilations = dense<3> : tensor<1xi64>, strides = dense<2> : tensor<1xi64>} ins(%arg0, %arg1 : memref<2x20x7xf32>, memref<2xf32>) outs(%arg2 : memref<2x9x7xf32>)
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @pooling_nwc_min_unsigned(%a0: memref<2x20x7xi32>, %a1: memref<2xi32>, %a2: memref<2x9x7xi32>) {
  linalg.pooling_nwc_min_unsigned {dilations = dense<3> : tensor<1xi64>, strides = dense<2> : tensor<1xi64>} ins(%a0, %a1 : memref<2x20x7xi32>, memref<2xi32>) outs(%a2 : memref<2x9x7xi32>)
  return
}

// OUT: module {
// OUT:   func.func @pooling_nwc_min_unsigned(%arg0: memref<2x20x7xi32>, %arg1: memref<2xi32>, %arg2: memref<2x9x7xi32>) {
// OUT:     linalg.pooling_nwc_min_unsigned {dilations = dense<3> : tensor<1xi64>, strides = dense<2> : tensor<1xi64>} ins(%arg0, %arg1 : memref<2x20x7xi32>, memref<2xi32>) outs(%arg2 : memref<2x9x7xi32>)
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @pooling_ndhwc_sum(%a0: memref<2x20x22x24x7xf32>, %a1: memref<2x2x2xf32>, %a2: memref<2x9x10x11x7xf32>) {
  linalg.pooling_ndhwc_sum {dilations = dense<3> : tensor<3xi64>, strides = dense<2> : tensor<3xi64>} ins(%a0, %a1 : memref<2x20x22x24x7xf32>, memref<2x2x2xf32>) outs(%a2 : memref<2x9x10x11x7xf32>)
  return
}

// OUT: module {
// OUT:   func.func @pooling_ndhwc_sum(%arg0: memref<2x20x22x24x7xf32>, %arg1: memref<2x2x2xf32>, %arg2: memref<2x9x10x11x7xf32>) {
// OUT:     linalg.pooling_ndhwc_sum {dilations = dense<3> : tensor<3xi64>, strides = dense<2> : tensor<3xi64>} ins(%arg0, %arg1 : memref<2x20x22x24x7xf32>, memref<2x2x2xf32>) outs(%arg2 : memref<2x9x10x11x7xf32>)
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @pooling_ndhwc_max(%a0: memref<2x20x22x24x7xf32>, %a1: memref<2x2x2xf32>, %a2: memref<2x9x10x11x7xf32>) {
  linalg.pooling_ndhwc_max {dilations = dense<3> : tensor<3xi64>, strides = dense<2> : tensor<3xi64>} ins(%a0, %a1 : memref<2x20x22x24x7xf32>, memref<2x2x2xf32>) outs(%a2 : memref<2x9x10x11x7xf32>)
  return
}

// OUT: module {
// OUT:   func.func @pooling_ndhwc_max(%arg0: memref<2x20x22x24x7xf32>, %arg1: memref<2x2x2xf32>, %arg2: memref<2x9x10x11x7xf32>) {
// OUT:     linalg.pooling_ndhwc_max {dilations = dense<3> : tensor<3xi64>, strides = dense<2> : tensor<3xi64>} ins(%arg0, %arg1 : memref<2x20x22x24x7xf32>, memref<2x2x2xf32>) outs(%arg2 : memref<2x9x10x11x7xf32>)
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @pooling_ndhwc_min(%a0: memref<2x20x22x24x7xf32>, %a1: memref<2x2x2xf32>, %a2: memref<2x9x10x11x7xf32>) {
  linalg.pooling_ndhwc_min {dilations = dense<3> : tensor<3xi64>, strides = dense<2> : tensor<3xi64>} ins(%a0, %a1 : memref<2x20x22x24x7xf32>, memref<2x2x2xf32>) outs(%a2 : memref<2x9x10x11x7xf32>)
  return
}

// OUT: module {
// OUT:   func.func @pooling_ndhwc_min(%arg0: memref<2x20x22x24x7xf32>, %arg1: memref<2x2x2xf32>, %arg2: memref<2x9x10x11x7xf32>) {
// OUT:     linalg.pooling_ndhwc_min {dilations = dense<3> : tensor<3xi64>, strides = dense<2> : tensor<3xi64>} ins(%arg0, %arg1 : memref<2x20x22x24x7xf32>, memref<2x2x2xf32>) outs(%arg2 : memref<2x9x10x11x7xf32>)
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @conv_2d_nhwc_hwcf_q(%a0: memref<2x20x22x7xi8>, %a1: memref<2x2x7x5xi8>, %a2: i32, %a3: i32, %a4: memref<2x9x10x5xi32>) {
  linalg.conv_2d_nhwc_hwcf_q {dilations = dense<3> : tensor<2xi64>, strides = dense<2> : tensor<2xi64>} ins(%a0, %a1, %a2, %a3 : memref<2x20x22x7xi8>, memref<2x2x7x5xi8>, i32, i32) outs(%a4 : memref<2x9x10x5xi32>)
  return
}

// OUT: module {
// OUT:   func.func @conv_2d_nhwc_hwcf_q(%arg0: memref<2x20x22x7xi8>, %arg1: memref<2x2x7x5xi8>, %arg2: i32, %arg3: i32, %arg4: memref<2x9x10x5xi32>) {
// OUT:     linalg.conv_2d_nhwc_hwcf_q {dilations = dense<3> : tensor<2xi64>, strides = dense<2> : tensor<2xi64>} ins(%arg0, %arg1, %arg2, %arg3 : memref<2x20x22x7xi8>, memref<2x2x7x5xi8>, i32, i32) outs(%arg4 : memref<2x9x10x5xi32>)
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @conv_2d_nhwc_fhwc_q(%a0: memref<2x20x22x7xi8>, %a1: memref<5x2x2x7xi8>, %a2: i32, %a3: i32, %a4: memref<2x9x10x5xi32>) {
  linalg.conv_2d_nhwc_fhwc_q {dilations = dense<3> : tensor<2xi64>, strides = dense<2> : tensor<2xi64>} ins(%a0, %a1, %a2, %a3 : memref<2x20x22x7xi8>, memref<5x2x2x7xi8>, i32, i32) outs(%a4 : memref<2x9x10x5xi32>)
  return
}

// OUT: module {
// OUT:   func.func @conv_2d_nhwc_fhwc_q(%arg0: memref<2x20x22x7xi8>, %arg1: memref<5x2x2x7xi8>, %arg2: i32, %arg3: i32, %arg4: memref<2x9x10x5xi32>) {
// OUT:     linalg.conv_2d_nhwc_fhwc_q {dilations = dense<3> : tensor<2xi64>, strides = dense<2> : tensor<2xi64>} ins(%arg0, %arg1, %arg2, %arg3 : memref<2x20x22x7xi8>, memref<5x2x2x7xi8>, i32, i32) outs(%arg4 : memref<2x9x10x5xi32>)
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @conv_2d_nchw_fchw_q(%a0: memref<2x7x20x22xi8>, %a1: memref<5x7x2x2xi8>, %a2: i32, %a3: i32, %a4: memref<2x5x9x10xi32>) {
  linalg.conv_2d_nchw_fchw_q {dilations = dense<3> : tensor<2xi64>, strides = dense<2> : tensor<2xi64>} ins(%a0, %a1, %a2, %a3 : memref<2x7x20x22xi8>, memref<5x7x2x2xi8>, i32, i32) outs(%a4 : memref<2x5x9x10xi32>)
  return
}

// OUT: module {
// OUT:   func.func @conv_2d_nchw_fchw_q(%arg0: memref<2x7x20x22xi8>, %arg1: memref<5x7x2x2xi8>, %arg2: i32, %arg3: i32, %arg4: memref<2x5x9x10xi32>) {
// OUT:     linalg.conv_2d_nchw_fchw_q {dilations = dense<3> : tensor<2xi64>, strides = dense<2> : tensor<2xi64>} ins(%arg0, %arg1, %arg2, %arg3 : memref<2x7x20x22xi8>, memref<5x7x2x2xi8>, i32, i32) outs(%arg4 : memref<2x5x9x10xi32>)
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @conv_2d_nhwgc_gfhwc_q(%a0: memref<2x20x22x6x7xi8>, %a1: memref<6x5x2x2x7xi8>, %a2: i32, %a3: i32, %a4: memref<2x9x10x6x5xi32>) {
  linalg.conv_2d_nhwgc_gfhwc_q {dilations = dense<3> : tensor<2xi64>, strides = dense<2> : tensor<2xi64>} ins(%a0, %a1, %a2, %a3 : memref<2x20x22x6x7xi8>, memref<6x5x2x2x7xi8>, i32, i32) outs(%a4 : memref<2x9x10x6x5xi32>)
  return
}

// OUT: module {
// OUT:   func.func @conv_2d_nhwgc_gfhwc_q(%arg0: memref<2x20x22x6x7xi8>, %arg1: memref<6x5x2x2x7xi8>, %arg2: i32, %arg3: i32, %arg4: memref<2x9x10x6x5xi32>) {
// OUT:     linalg.conv_2d_nhwgc_gfhwc_q {dilations = dense<3> : tensor<2xi64>, strides = dense<2> : tensor<2xi64>} ins(%arg0, %arg1, %arg2, %arg3 : memref<2x20x22x6x7xi8>, memref<6x5x2x2x7xi8>, i32, i32) outs(%arg4 : memref<2x9x10x6x5xi32>)
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @conv_2d_ngchw_gfchw_q(%a0: memref<2x6x7x20x22xi8>, %a1: memref<6x5x7x2x2xi8>, %a2: i32, %a3: i32, %a4: memref<2x6x5x9x10xi32>) {
  linalg.conv_2d_ngchw_gfchw_q {dilations = dense<3> : tensor<2xi64>, strides = dense<2> : tensor<2xi64>} ins(%a0, %a1, %a2, %a3 : memref<2x6x7x20x22xi8>, memref<6x5x7x2x2xi8>, i32, i32) outs(%a4 : memref<2x6x5x9x10xi32>)
  return
}

// OUT: module {
// OUT:   func.func @conv_2d_ngchw_gfchw_q(%arg0: memref<2x6x7x20x22xi8>, %arg1: memref<6x5x7x2x2xi8>, %arg2: i32, %arg3: i32, %arg4: memref<2x6x5x9x10xi32>) {
// OUT:     linalg.conv_2d_ngchw_gfchw_q {dilations = dense<3> : tensor<2xi64>, strides = dense<2> : tensor<2xi64>} ins(%arg0, %arg1, %arg2, %arg3 : memref<2x6x7x20x22xi8>, memref<6x5x7x2x2xi8>, i32, i32) outs(%arg4 : memref<2x6x5x9x10xi32>)
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @conv_3d_ndhwc_dhwcf_q(%a0: memref<2x20x22x24x7xi8>, %a1: memref<2x2x2x7x5xi8>, %a2: i32, %a3: i32, %a4: memref<2x9x10x11x5xi32>) {
  linalg.conv_3d_ndhwc_dhwcf_q {dilations = dense<3> : tensor<3xi64>, strides = dense<2> : tensor<3xi64>} ins(%a0, %a1, %a2, %a3 : memref<2x20x22x24x7xi8>, memref<2x2x2x7x5xi8>, i32, i32) outs(%a4 : memref<2x9x10x11x5xi32>)
  return
}

// OUT: module {
// OUT:   func.func @conv_3d_ndhwc_dhwcf_q(%arg0: memref<2x20x22x24x7xi8>, %arg1: memref<2x2x2x7x5xi8>, %arg2: i32, %arg3: i32, %arg4: memref<2x9x10x11x5xi32>) {
// OUT:     linalg.conv_3d_ndhwc_dhwcf_q {dilations = dense<3> : tensor<3xi64>, strides = dense<2> : tensor<3xi64>} ins(%arg0, %arg1, %arg2, %arg3 : memref<2x20x22x24x7xi8>, memref<2x2x2x7x5xi8>, i32, i32) outs(%arg4 : memref<2x9x10x11x5xi32>)
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @depthwise_conv_2d_nhwc_hwc_q(%a0: memref<2x20x22x7xi8>, %a1: memref<2x2x7xi8>, %a2: i32, %a3: i32, %a4: memref<2x9x10x7xi32>) {
  linalg.depthwise_conv_2d_nhwc_hwc_q {dilations = dense<3> : tensor<2xi64>, strides = dense<2> : tensor<2xi64>} ins(%a0, %a1, %a2, %a3 : memref<2x20x22x7xi8>, memref<2x2x7xi8>, i32, i32) outs(%a4 : memref<2x9x10x7xi32>)
  return
}

// OUT: module {
// OUT:   func.func @depthwise_conv_2d_nhwc_hwc_q(%arg0: memref<2x20x22x7xi8>, %arg1: memref<2x2x7xi8>, %arg2: i32, %arg3: i32, %arg4: memref<2x9x10x7xi32>) {
// OUT:     linalg.depthwise_conv_2d_nhwc_hwc_q {dilations = dense<3> : tensor<2xi64>, strides = dense<2> : tensor<2xi64>} ins(%arg0, %arg1, %arg2, %arg3 : memref<2x20x22x7xi8>, memref<2x2x7xi8>, i32, i32) outs(%arg4 : memref<2x9x10x7xi32>)
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @depthwise_conv_2d_nhwc_hwcm_q(%a0: memref<2x20x22x7xi8>, %a1: memref<2x2x7x8xi8>, %a2: i32, %a3: i32, %a4: memref<2x9x10x7x8xi32>) {
  linalg.depthwise_conv_2d_nhwc_hwcm_q {dilations = dense<3> : tensor<2xi64>, strides = dense<2> : tensor<2xi64>} ins(%a0, %a1, %a2, %a3 : memref<2x20x22x7xi8>, memref<2x2x7x8xi8>, i32, i32) outs(%a4 : memref<2x9x10x7x8xi32>)
  return
}

// OUT: module {
// OUT:   func.func @depthwise_conv_2d_nhwc_hwcm_q(%arg0: memref<2x20x22x7xi8>, %arg1: memref<2x2x7x8xi8>, %arg2: i32, %arg3: i32, %arg4: memref<2x9x10x7x8xi32>) {
// OUT:     linalg.depthwise_conv_2d_nhwc_hwcm_q {dilations = dense<3> : tensor<2xi64>, strides = dense<2> : tensor<2xi64>} ins(%arg0, %arg1, %arg2, %arg3 : memref<2x20x22x7xi8>, memref<2x2x7x8xi8>, i32, i32) outs(%arg4 : memref<2x9x10x7x8xi32>)
// OUT:     return
// OUT:   }
// OUT: }
