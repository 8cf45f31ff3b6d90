// A camera that goes round a scene in space, and what is drawn through it: haze, balls, darts, a box.
#ifndef WEND_SCENES_CAMERA_H
#define WEND_SCENES_CAMERA_H

#include "parts.h"

/// It looks at the origin; z is up. A scene changes `turn` to go round.
typedef struct camera
{
    float turn;            ///< round the z axis, radians
    float tilt;            ///< how far it looks down, radians
    float distance;        ///< to the origin
    float focal;           ///< size of the picture
    float lift;            ///< of the picture's middle
    float clear, farthest; ///< depths between which things fade into the night
} camera;

/// Into the view: x to the right and y up in coordinates of the view, z the depth.
wend_vec camera_project(const camera *c, wend_vec point);

/// From the scene to the camera: a unit vector.
wend_vec camera_eye(const camera *c);

/// How large a length is at that depth.
float camera_scale(const camera *c, float depth);

/// A colour in that light [0, 1] at that depth.
wend_colour camera_shade(const camera *c, wend_colour colour, float light, float depth);

/// A sphere, lit from above.
void camera_draw_ball(const camera *c, const wend_draw *draw, wend_vec centre, float radius, wend_colour colour);

/// A cone of three sides along a heading, rolled to its right by `roll` radians; sides that look away are left out.
void camera_draw_dart(const camera *c, const wend_draw *draw, wend_vec at, wend_vec heading, float roll, float size,
                      wend_colour colour);

/// The edges of a box.
void camera_draw_box(const camera *c, const wend_draw *draw, wend_vec low, wend_vec high, wend_colour colour);

/// A draw table that looks through a camera.
typedef struct camera_view
{
    const camera *camera;
    const wend_draw *draw;
} camera_view;

/// Fills `view`, which must live as long as the table.
wend_draw camera_table(const camera *c, const wend_draw *draw, camera_view *view);

#endif
