// A mesh of Detour's for test_recast.c: two squares in one tile, cells of 1, its corner at (10, 18, 30), y up.
#include <DetourAlloc.h>
#include <DetourNavMesh.h>
#include <DetourNavMeshBuilder.h>

extern "C" const void *make_detour_mesh(void);
extern "C" void free_detour_mesh(const void *mesh);

const void *make_detour_mesh(void)
{
    // the first square slopes from 21 at z 30 to 19 at z 32, as its right edge does; the second is level along x
    static const unsigned short points[] = {0, 3, 0, 2, 3, 0, 2, 1, 2, 0, 1, 2, 4, 3, 0, 4, 3, 2};
    static const unsigned short none = 0xffff;
    static const unsigned short polygons[] = {3, 2, 1, 0, none, 1, none, none, 1, 2, 5, 4, 0, none, none, none};
    static const unsigned short flags[] = {1, 4};
    static const unsigned char areas[] = {0, 0};
    dtNavMeshCreateParams params = {};
    params.verts = points;
    params.vertCount = 6;
    params.polys = polygons;
    params.polyFlags = flags;
    params.polyAreas = areas;
    params.polyCount = 2;
    params.nvp = 4;
    params.walkableHeight = 2.0f;
    params.cs = params.ch = 1.0f;
    const float low[] = {10.0f, 18.0f, 30.0f}, high[] = {14.0f, 22.0f, 32.0f};
    for (int i = 0; i < 3; i++)
    {
        params.bmin[i] = low[i];
        params.bmax[i] = high[i];
    }
    unsigned char *data = nullptr;
    int size = 0;
    dtNavMesh *mesh = dtAllocNavMesh();
    if (!mesh || !dtCreateNavMeshData(&params, &data, &size) ||
        dtStatusFailed(mesh->init(data, size, DT_TILE_FREE_DATA)))
        return nullptr;
    return mesh;
}

void free_detour_mesh(const void *mesh)
{
    dtFreeNavMesh(static_cast<dtNavMesh *>(const_cast<void *>(mesh)));
}
