// What the package knows of scenes/scenes.h; the compiler fills in the rest of each struct.
typedef struct scene_param { const char *name; const char *label; float low, high, start; bool is_switch; ...; } scene_param;
typedef struct scene { const char *name; const char *title; const char *about; const scene_param *params; int param_count; double step_seconds; wend_vec low, high; ...; } scene;
typedef struct scene_input { wend_vec pointer; bool has_pointer, is_down, is_clicked; wend_vec arrows; bool is_space_down; char key; ...; } scene_input;
typedef struct scene_options { uint64_t seed; int threads; ...; } scene_options;
typedef struct scene_run { const scene *kind; wend_world *world; double seconds; float params[...]; wend_vec low, high; int checks_passed, checks_failed; char failure[...]; ...; } scene_run;
extern const scene *const scene_table[];
extern const int scene_count;
const scene *scene_find(const char *name);
scene_run *scene_start(const scene *kind, const scene_options *options, wend_error *error);
void scene_stop(scene_run *run);
wend_status scene_restart(scene_run *run, wend_error *error);
void scene_advance(scene_run *run, const scene_input *input);
void scene_advance_demo(scene_run *run);
uint64_t scene_hash(const scene_run *run);
bool scene_verify(scene_run *run);
void scene_draw(const scene_run *run, const wend_draw *draw);
void python_flow_read(const wend_flow *flow, const wend_grid *grid, double *costs, float *directions);
void python_grid_read(const wend_grid *grid, unsigned char *costs);
