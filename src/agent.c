#include "wend/agent.h"

wend_agent wend_default_agent(void)
{
    wend_agent agent = {0};
    agent.heading = wend_xyz(1.0f, 0.0f, 0.0f);
    agent.radius = 0.25f;
    agent.max_speed = 4.0f;
    agent.max_acceleration = 8.0f;
    agent.arrival_radius = 2.0f;
    agent.neighbour_radius = 6.0f;
    agent.response_time = 0.15f;
    agent.mass = 1.0f;
    return agent;
}
