// RUN: roundtrip --allow-unregistered-dialect

func.func @host() {
  %a = gpu.thread_id x
  %b = gpu.thread_id x upper_bound 12
  return
}

// OUT: module {
// OUT:   func.func @host() {
// OUT:     %thread_id_x = gpu.thread_id  x
// OUT:     %thread_id_x_0 = gpu.thread_id  x upper_bound 12
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @host() {
  %a = gpu.block_id y
  %b = gpu.block_id y upper_bound 12
  return
}

// OUT: module {
// OUT:   func.func @host() {
// OUT:     %block_id_y = gpu.block_id  y
// OUT:     %block_id_y_0 = gpu.block_id  y upper_bound 12
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @host() {
  %a = gpu.block_dim z
  %b = gpu.block_dim z upper_bound 12
  return
}

// OUT: module {
// OUT:   func.func @host() {
// OUT:     %block_dim_z = gpu.block_dim  z
// OUT:     %block_dim_z_0 = gpu.block_dim  z upper_bound 12
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @host() {
  %a = gpu.grid_dim x
  %b = gpu.grid_dim x upper_bound 12
  return
}

// OUT: module {
// OUT:   func.func @host() {
// OUT:     %grid_dim_x = gpu.grid_dim  x
// OUT:     %grid_dim_x_0 = gpu.grid_dim  x upper_bound 12
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @host() {
  %a = gpu.global_id y
  %b = gpu.global_id y upper_bound 12
  return
}

// OUT: module {
// OUT:   func.func @host() {
// OUT:     %global_id_y = gpu.global_id  y
// OUT:     %global_id_y_0 = gpu.global_id  y upper_bound 12
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @host() {
  %a = gpu.cluster_id z
  %b = gpu.cluster_id z upper_bound 12
  return
}

// OUT: module {
// OUT:   func.func @host() {
// OUT:     %cluster_id_z = gpu.cluster_id  z
// OUT:     %cluster_id_z_0 = gpu.cluster_id  z upper_bound 12
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @host() {
  %a = gpu.cluster_dim x
  %b = gpu.cluster_dim x upper_bound 12
  return
}

// OUT: module {
// OUT:   func.func @host() {
// OUT:     %cluster_dim_x = gpu.cluster_dim  x
// OUT:     %cluster_dim_x_0 = gpu.cluster_dim  x upper_bound 12
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @host() {
  %a = gpu.cluster_block_id y
  %b = gpu.cluster_block_id y upper_bound 12
  return
}

// OUT: module {
// OUT:   func.func @host() {
// OUT:     %cluster_block_id_y = gpu.cluster_block_id  y
// OUT:     %cluster_block_id_y_0 = gpu.cluster_block_id  y upper_bound 12
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @host() {
  %a = gpu.cluster_dim_blocks z
  %b = gpu.cluster_dim_blocks z upper_bound 12
  return
}

// OUT: module {
// OUT:   func.func @host() {
// OUT:     %cluster_dim_blocks_z = gpu.cluster_dim_blocks  z
// OUT:     %cluster_dim_blocks_z_0 = gpu.cluster_dim_blocks  z upper_bound 12
// OUT:     return
// OUT:   }
// OUT: }
