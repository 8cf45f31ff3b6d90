// Navigation meshes from files.                                                                      floor 6
//
//   mesh_file_read   reads one of two formats: "navmesh 1", with heights (y up), and Polyanya's "mesh 2", flat
//   mesh_file_free
#ifndef WEND_MESH_READ_H
#define WEND_MESH_READ_H

#include "wend/mesh.h"

/// What a file holds. `def` points to the arrays; its costs and layers are the defaults.
typedef struct mesh_file
{
    wend_mesh_def def;
    wend_vec *points;
    int *counts, *corners, *neighbours;
} mesh_file;

typedef struct mesh_file_error
{
    int line; ///< counted from 1; 0: the file can't be read at all
    char text[160];
} mesh_file_error;

/// False, with the reason, where the file isn't right; then there is nothing to be freed.
bool mesh_file_read(const char *path, mesh_file *file, mesh_file_error *error);

void mesh_file_free(mesh_file *file);

#endif
