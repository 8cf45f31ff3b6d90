// Trees of states; turns; messages.
#include "testing_decide.h"

static const wend_state leaves[] = {STATE(A, 0), STATE(B, 0), STATE(C, 0), STATE(D, 0), STATE(E, 0)};

static wend_tree_def tree_of(const wend_node *nodes, int count)
{
    wend_tree_def def = {leaves, COUNT_OF(leaves), nodes, count};
    wend_error error = {WEND_OK, ""};
    if (wend_tree_check(&def, &error) != WEND_OK)
        fail_msg("%s", error.text);
    return def;
}

#define TREE(nodes) tree_of(nodes, COUNT_OF(nodes))
#define DO(deep, letter)                                                                                               \
    {                                                                                                                  \
        .kind = WEND_DO, .depth = deep, .state = letter                                                                \
    }
#define IF(deep, letter)                                                                                               \
    {                                                                                                                  \
        .kind = WEND_IF, .depth = deep, .guard = on_##letter                                                           \
    }
#define NODE(what, deep)                                                                                               \
    {                                                                                                                  \
        .kind = WEND_##what, .depth = deep                                                                             \
    }
#define REACTIVE(what, deep)                                                                                           \
    {                                                                                                                  \
        .kind = WEND_##what, .depth = deep, .is_reactive = true                                                        \
    }
#define COUNTED(what, deep, n)                                                                                         \
    {                                                                                                                  \
        .kind = WEND_##what, .depth = deep, .count = n                                                                 \
    }
#define TIMED(what, deep, s)                                                                                           \
    {                                                                                                                  \
        .kind = WEND_##what, .depth = deep, .seconds = s                                                               \
    }

static wend_outcome step(const wend_tree_def *def, wend_tree *tree, diary *d)
{
    return wend_tree_step(def, tree, 0.1, d);
}

// ---- leaves, and children in order

static void t_a_leaf_is_entered_updated_and_left(void **state)
{
    (void)state;
    const wend_node nodes[] = {DO(0, A)};
    wend_tree_def def = TREE(nodes);
    wend_tree tree = {0};
    diary d = {0};
    assert_int_equal(step(&def, &tree, &d), WEND_RUNNING);
    assert_int_equal(step(&def, &tree, &d), WEND_RUNNING);
    d.says[A] = WEND_SUCCEEDED;
    assert_int_equal(step(&def, &tree, &d), WEND_SUCCEEDED);
    assert_diary(&d, "+A .A .A .A -A");
    assert_true(tree.running == 0 && tree.succeeded == 1);
    d.says[A] = WEND_FAILED; // it begins anew
    assert_int_equal(step(&def, &tree, &d), WEND_FAILED);
    assert_diary(&d, "+A .A -A");
}

static void t_a_sequence_goes_on_where_it_was(void **state)
{
    (void)state;
    const wend_node nodes[] = {NODE(SEQUENCE, 0), IF(1, E), DO(1, A), DO(1, B), DO(1, C)};
    wend_tree_def def = TREE(nodes);
    wend_tree tree = {0};
    diary d = {.is_on = {[E] = true}, .says = {[A] = WEND_SUCCEEDED}};
    assert_int_equal(step(&def, &tree, &d), WEND_RUNNING);
    assert_diary(&d, "+A .A -A +B .B");
    d.is_on[E] = false; // it doesn't ask again
    assert_int_equal(step(&def, &tree, &d), WEND_RUNNING);
    d.says[B] = d.says[C] = WEND_SUCCEEDED;
    assert_int_equal(step(&def, &tree, &d), WEND_SUCCEEDED);
    assert_diary(&d, ".B .B -B +C .C -C");
    assert_int_equal(step(&def, &tree, &d), WEND_FAILED); // now it does
    d.is_on[E] = true, d.says[B] = WEND_FAILED;
    assert_int_equal(step(&def, &tree, &d), WEND_FAILED);
    assert_diary(&d, "+A .A -A +B .B -B");
}

static void t_a_selector_takes_the_first_that_works(void **state)
{
    (void)state;
    const wend_node nodes[] = {NODE(SELECTOR, 0), DO(1, A), DO(1, B), DO(1, C)};
    wend_tree_def def = TREE(nodes);
    wend_tree tree = {0};
    diary d = {.says = {[A] = WEND_FAILED}};
    assert_int_equal(step(&def, &tree, &d), WEND_RUNNING);
    d.says[A] = WEND_RUNNING; // not asked again
    assert_int_equal(step(&def, &tree, &d), WEND_RUNNING);
    d.says[B] = WEND_FAILED, d.says[C] = WEND_SUCCEEDED;
    assert_int_equal(step(&def, &tree, &d), WEND_SUCCEEDED);
    assert_diary(&d, "+A .A -A +B .B .B .B -B +C .C -C");
    d.says[A] = d.says[C] = WEND_FAILED;
    assert_int_equal(step(&def, &tree, &d), WEND_FAILED);
}

static void t_a_reactive_selector_leaves_the_old_one_before_it_enters_another(void **state)
{
    (void)state;
    const wend_node nodes[] = {REACTIVE(SELECTOR, 0), NODE(SEQUENCE, 1), IF(2, A), DO(2, A), DO(2, B), DO(1, C)};
    wend_tree_def def = TREE(nodes);
    wend_tree tree = {0};
    diary d = {0};
    step(&def, &tree, &d);
    step(&def, &tree, &d);
    assert_diary(&d, "+C .C .C");
    d.is_on[A] = true;
    assert_int_equal(step(&def, &tree, &d), WEND_RUNNING);
    assert_diary(&d, "-C +A .A");
    d.is_on[A] = false; // the sequence inside goes on where it was
    d.says[A] = WEND_SUCCEEDED;
    step(&def, &tree, &d);
    assert_diary(&d, ".A -A +B .B");
    d.says[B] = WEND_FAILED;
    step(&def, &tree, &d);
    assert_diary(&d, ".B -B +C .C");
}

static void t_a_reactive_sequence_asks_its_conditions_again(void **state)
{
    (void)state;
    const wend_node nodes[] = {REACTIVE(SEQUENCE, 0), IF(1, E), DO(1, A)};
    wend_tree_def def = TREE(nodes);
    wend_tree tree = {0};
    diary d = {.is_on = {[E] = true}};
    step(&def, &tree, &d);
    step(&def, &tree, &d);
    d.is_on[E] = false;
    assert_int_equal(step(&def, &tree, &d), WEND_FAILED);
    assert_diary(&d, "+A .A .A -A");
    assert_true(tree.running == 0);
}

// An earlier child that only fails in its update has taken the other's place all the same: that begins anew.
static void t_reactive_inside_reactive(void **state)
{
    (void)state;
    const wend_node nodes[] = {REACTIVE(SELECTOR, 0),
                               REACTIVE(SELECTOR, 1),
                               NODE(SEQUENCE, 2),
                               IF(3, A),
                               DO(3, A),
                               NODE(SEQUENCE, 2),
                               IF(3, B),
                               DO(3, B),
                               DO(1, C)};
    wend_tree_def def = TREE(nodes);
    wend_tree tree = {0};
    diary d = {0};
    step(&def, &tree, &d);
    d.is_on[B] = true;
    step(&def, &tree, &d);
    assert_diary(&d, "+C .C -C +B .B");
    d.is_on[A] = true;
    step(&def, &tree, &d);
    assert_diary(&d, "-B +A .A");
    d.says[A] = WEND_FAILED; // back to the second one
    step(&def, &tree, &d);
    assert_diary(&d, ".A -A +B .B");
    step(&def, &tree, &d); // A is tried again: B is left for it, and entered again
    assert_diary(&d, "-B +A .A -A +B .B");
}

static void t_a_guard_over_a_child_holds_or_ends_it(void **state)
{
    (void)state;
    const wend_node nodes[] = {NODE(SELECTOR, 0), IF(1, E), NODE(SEQUENCE, 2), DO(3, A), DO(3, B), DO(1, C)};
    wend_tree_def def = TREE(nodes);
    wend_tree tree = {0};
    diary d = {.is_on = {[E] = true}, .says = {[A] = WEND_SUCCEEDED}};
    step(&def, &tree, &d);
    step(&def, &tree, &d);
    assert_diary(&d, "+A .A -A +B .B .B");
    d.is_on[E] = false;
    step(&def, &tree, &d);
    assert_diary(&d, "-B +C .C");
}

// ---- several at once, decorators

static void t_parallel_children(void **state)
{
    (void)state;
    const wend_node all[] = {NODE(PARALLEL, 0), DO(1, A), DO(1, B), DO(1, C)};
    const wend_node one[] = {COUNTED(PARALLEL, 0, 1), DO(1, A), DO(1, B), DO(1, C)};
    wend_tree_def every = TREE(all), any = TREE(one);
    wend_tree tree = {0}, other = {0};
    diary d = {.says = {[B] = WEND_SUCCEEDED}};
    assert_int_equal(step(&every, &tree, &d), WEND_RUNNING);
    assert_diary(&d, "+A .A +B .B -B +C .C");
    assert_int_equal(step(&every, &tree, &d), WEND_RUNNING);
    assert_diary(&d, ".A .C"); // B is over
    d.says[A] = WEND_FAILED;
    assert_int_equal(step(&every, &tree, &d), WEND_FAILED); // not all can succeed any more
    assert_diary(&d, ".A -A .C -C");
    d.says[A] = WEND_RUNNING;
    assert_int_equal(step(&any, &other, &d), WEND_SUCCEEDED);
    assert_diary(&d, "+A .A +B .B -B +C .C -C -A");
    d.says[A] = d.says[B] = WEND_FAILED;
    assert_int_equal(step(&any, &other, &d), WEND_RUNNING); // one can still
    d.says[C] = WEND_FAILED;
    assert_int_equal(step(&any, &other, &d), WEND_FAILED);
}

static void t_invert_and_repeat(void **state)
{
    (void)state;
    const wend_node inverted[] = {NODE(INVERT, 0), DO(1, A)}, thrice[] = {COUNTED(REPEAT, 0, 3), DO(1, A)},
                    ever[] = {NODE(REPEAT, 0), DO(1, A)};
    wend_tree_def inv = TREE(inverted), three = TREE(thrice), forever = TREE(ever);
    wend_tree a = {0}, b = {0}, c = {0};
    diary d = {0};
    assert_int_equal(step(&inv, &a, &d), WEND_RUNNING);
    d.says[A] = WEND_SUCCEEDED;
    assert_int_equal(step(&inv, &a, &d), WEND_FAILED);
    d.says[A] = WEND_FAILED;
    assert_int_equal(step(&inv, &a, &d), WEND_SUCCEEDED);
    d.text[0] = '\0';
    d.says[A] = WEND_SUCCEEDED;
    for (int i = 0; i < 6; i++)
        assert_int_equal(step(&three, &b, &d), i % 3 == 2 ? WEND_SUCCEEDED : WEND_RUNNING);
    for (int i = 0; i < 100; i++)
        assert_int_equal(step(&forever, &c, &d), WEND_RUNNING);
    d.says[A] = WEND_FAILED;
    assert_int_equal(step(&forever, &c, &d), WEND_FAILED);
    assert_int_equal(step(&three, &b, &d), WEND_FAILED);
}

static void t_limit_and_cooldown(void **state)
{
    (void)state;
    const wend_node limited[] = {TIMED(LIMIT, 0, 0.25), DO(1, A)}, cooled[] = {TIMED(COOLDOWN, 0, 0.25), DO(1, A)};
    wend_tree_def limit = TREE(limited), cool = TREE(cooled);
    wend_tree tree = {0}, other = {0};
    diary d = {0};
    for (int i = 0; i < 8; i++) // begins at 0.1: over at 0.35; the next step begins anew
        assert_int_equal(step(&limit, &tree, &d), i % 4 == 3 ? WEND_FAILED : WEND_RUNNING);
    assert_diary(&d, "+A .A .A .A -A +A .A .A .A -A");
    d.says[A] = WEND_SUCCEEDED;
    for (int i = 0; i < 7; i++) // over at 0.1, and again at 0.4 and 0.7
        assert_int_equal(step(&cool, &other, &d), i % 3 == 0 ? WEND_SUCCEEDED : WEND_FAILED);
    d.says[A] = WEND_RUNNING;
    step(&cool, &other, &d);
    step(&cool, &other, &d);
    step(&cool, &other, &d);
    assert_true(other.running == 3);
    d.text[0] = '\0';
    wend_tree_stop(&cool, &other, &d); // who was left cools down as well
    assert_diary(&d, "-A");
    assert_int_equal(step(&cool, &other, &d), WEND_FAILED);
}

static void t_stop_leaves_all_the_last_line_first(void **state)
{
    (void)state;
    const wend_node nodes[] = {NODE(PARALLEL, 0), DO(1, A), NODE(SEQUENCE, 1), DO(2, B), DO(1, C)};
    wend_tree_def def = TREE(nodes);
    wend_tree tree = {0};
    diary d = {0};
    step(&def, &tree, &d);
    wend_tree_stop(&def, &tree, &d);
    wend_tree_stop(&def, &tree, &d);
    assert_diary(&d, "+A .A +B .B +C .C -C -B -A");
    step(&def, &tree, &d);
    assert_diary(&d, "+A .A +B .B +C .C");
}

// Whatever guards and leaves say: enters and exits alternate, and what runs is what was entered and not left.
static void t_random_trees_enter_and_leave_in_turn(void **state)
{
    (void)state;
    const wend_node nodes[] = {REACTIVE(SELECTOR, 0),
                               IF(1, A),
                               NODE(SEQUENCE, 2),
                               DO(3, A),
                               REACTIVE(SEQUENCE, 3),
                               IF(4, B),
                               DO(4, B),
                               COUNTED(PARALLEL, 1, 2),
                               TIMED(LIMIT, 2, 0.3),
                               DO(3, C),
                               NODE(INVERT, 2),
                               DO(3, D),
                               NODE(SELECTOR, 1),
                               TIMED(COOLDOWN, 2, 0.5),
                               IF(3, C),
                               DO(2, E)};
    wend_tree_def def = TREE(nodes);
    wend_tree tree = {0};
    uint64_t seed = 99;
    bool is_in[LETTERS] = {false};
    diary d = {0};
    for (int i = 0; i < 3000; i++)
    {
        for (int k = 0; k < LETTERS; k++)
        {
            d.is_on[k] = draw(&seed) % 3 != 0;
            d.says[k] = (wend_outcome)(draw(&seed) % 3);
        }
        step(&def, &tree, &d);
        for (const char *at = d.text; *at; at += 3)
        {
            int letter = at[1] - 'A';
            assert_int_equal(is_in[letter], at[0] != '+');
            is_in[letter] = at[0] != '-';
        }
        d.text[0] = '\0';
        for (int n = 0; n < COUNT_OF(nodes); n++)
            if (nodes[n].kind == WEND_DO)
                assert_int_equal(tree.running >> n & 1, is_in[nodes[n].state]);
        assert_true((tree.running & tree.succeeded) == 0 && (tree.succeeded & tree.failed) == 0);
    }
}

static void t_bad_trees_are_refused(void **state)
{
    (void)state;
    assert_said(WEND_ERROR_NULL, wend_tree_check(NULL, &error), "null");
    const struct
    {
        wend_node nodes[3];
        int count;
        const char *words[3];
    } wrong[] = {
        {{DO(0, A)}, 0, {"node_count is 0", "1..64"}},
        {{DO(0, A)}, 65, {"node_count is 65", "1..64"}},
        {{DO(1, A)}, 1, {"node 0", "depth 1", "0..0"}},
        {{NODE(SEQUENCE, 0), DO(2, A)}, 2, {"node 1", "depth 2", "0..1"}},
        {{DO(0, A), DO(0, B)}, 2, {"node 1", "depth 0", "root"}},
        {{DO(0, A), DO(1, B)}, 2, {"node 0", "1 children", "none"}},
        {{NODE(SEQUENCE, 0)}, 1, {"node 0", "0 children", "one or more"}},
        {{NODE(INVERT, 0), DO(1, A), DO(1, B)}, 3, {"node 0", "2 children", "must have one"}},
        {{DO(0, LETTERS)}, 1, {"node 0", "state 5", "0..4"}},
        {{DO(0, -1)}, 1, {"node 0", "state -1", "0..4"}},
        {{{.kind = WEND_IF}}, 1, {"node 0", "guard"}},
        {{COUNTED(PARALLEL, 0, 2), DO(1, A)}, 2, {"node 0", "count 2", "0..1"}},
        {{COUNTED(REPEAT, 0, 65536), DO(1, A)}, 2, {"node 0", "count 65536", "0..65535"}},
        {{COUNTED(REPEAT, 0, -1), DO(1, A)}, 2, {"node 0", "count -1", "0..65535"}},
        {{NODE(LIMIT, 0), DO(1, A)}, 2, {"node 0", "seconds 0", "> 0"}},
        {{TIMED(COOLDOWN, 0, (double)INFINITY), DO(1, A)}, 2, {"node 0", "seconds inf"}},
        {{{.kind = (wend_node_kind)9}}, 1, {"node 0", "kind 9", "0..8"}},
        {{{.kind = (wend_node_kind)-1}}, 1, {"node 0", "kind -1", "0..8"}},
    };
    for (int i = 0; i < COUNT_OF(wrong); i++)
    {
        wend_tree_def def = {leaves, COUNT_OF(leaves), wrong[i].nodes, wrong[i].count};
        wend_status status = strcmp(wrong[i].words[1], "guard") == 0 ? WEND_ERROR_NULL : WEND_ERROR_VALUE;
        assert_said(status, wend_tree_check(&def, &error), wrong[i].words[0], wrong[i].words[1], wrong[i].words[2]);
    }
    const wend_node fine[] = {DO(0, A)};
    wend_tree_def def = {NULL, 1, fine, 1};
    assert_said(WEND_ERROR_NULL, wend_tree_check(&(wend_tree_def){leaves, 1, NULL, 1}, &error), "the tree is null");
    assert_said(WEND_ERROR_NULL, wend_tree_check(&def, &error), "states");
}

// ---- turns

static void t_turns_go_round_evenly(void **state)
{
    (void)state;
    wend_regulator r = {.period = 0.5};
    int turns[7] = {0}, next = 0, most = 0, least = 100;
    for (int frame = 0; frame < 60 * 10; frame++)
    {
        wend_turns t = wend_regulate(&r, 7, 1 / 60.0);
        assert_int_equal(t.first, next);
        for (int k = 0; k < t.count; k++)
            turns[(t.first + k) % 7]++;
        next = (t.first + t.count) % 7;
        most = t.count > most ? t.count : most;
        least = t.count < least ? t.count : least;
    }
    assert_true(most == 1 && least == 0); // 7 turns in 30 frames
    for (int i = 0; i < 7; i++)
        assert_true(turns[i] == 20 || turns[i] == 19);
}

static void t_turns_at_the_edges(void **state)
{
    (void)state;
    wend_regulator every = {0}, few = {.period = 0.1, .most = 3}, slow = {.period = 10};
    wend_turns t = wend_regulate(&every, 5, 0.01);
    assert_true(t.first == 0 && t.count == 5); // period 0: everybody
    t = wend_regulate(&every, 5, 0.01);
    assert_true(t.first == 0 && t.count == 5);
    for (int i = 0; i < 50; i++) // 10 are due in each frame, 3 get a turn
    {
        t = wend_regulate(&few, 10, 0.1);
        assert_true(t.first == 3 * i % 10 && t.count == 3);
    }
    assert_true(few.owed <= 10);                              // it doesn't pile up
    assert_int_equal(wend_regulate(&slow, 4, 1000).count, 4); // nobody twice
    assert_int_equal(wend_regulate(&slow, 0, 1).count, 0);
    slow.next = 3;
    assert_int_equal(wend_regulate(&slow, 2, 10).first, 0); // fewer than before
    for (int n = 2; n < 40; n++)                            // n turns in n frames, whatever the rounding
    {
        wend_regulator each = {.period = 0.1 * n};
        for (int i = 0; i < n; i++)
            assert_int_equal(wend_regulate(&each, n, 0.1).count, 1);
    }
}

// ---- messages

static wend_message about(int kind)
{
    return (wend_message){.kind = kind};
}

static void post(wend_mail *mail, int kind, double delay)
{
    wend_message message = about(kind);
    assert_int_equal(wend_mail_post(mail, &message, delay), WEND_OK);
}

static void t_messages_come_when_they_are_due_in_a_fixed_order(void **state)
{
    (void)state;
    wend_message slots[8], got;
    wend_mail mail = {.slots = slots, .capacity = 8};
    post(&mail, 1, 0.5);
    post(&mail, 2, 0.25);
    post(&mail, 3, 0.5);
    post(&mail, 4, 0);
    assert_false(wend_mail_take(&mail, &got)); // not before time has passed
    wend_mail_advance(&mail, 0.25);
    assert_true(wend_mail_take(&mail, &got) && got.kind == 4);
    assert_true(wend_mail_take(&mail, &got) && got.kind == 2);
    assert_false(wend_mail_take(&mail, &got));
    wend_mail_advance(&mail, 10);
    assert_true(wend_mail_take(&mail, &got) && got.kind == 1); // both due at 0.5: by posting
    assert_true(wend_mail_take(&mail, &got) && got.kind == 3 && got.due == 0.5 && got.number == 2);
    assert_false(wend_mail_take(&mail, &got));
}

static void t_an_answer_comes_after_the_next_advance(void **state)
{
    (void)state;
    wend_message slots[4], got;
    wend_mail mail = {.slots = slots, .capacity = 4};
    post(&mail, 1, 0);
    for (int frame = 0; frame < 5; frame++)
    {
        wend_mail_advance(&mail, 0); // even if no time passes
        int taken = 0;
        while (wend_mail_take(&mail, &got))
        {
            post(&mail, got.kind + 1, 0);
            taken++;
        }
        assert_int_equal(taken, 1);
    }
    assert_int_equal(got.kind, 5);
}

static void t_full_and_odd_posts_are_refused(void **state)
{
    (void)state;
    wend_message slots[2], one = about(1);
    wend_mail mail = {.slots = slots, .capacity = 2}, nowhere = {0};
    const double odd[] = {-1e-9, (double)NAN, (double)INFINITY};
    for (int i = 0; i < COUNT_OF(odd); i++)
        assert_int_equal(wend_mail_post(&mail, &one, odd[i]), WEND_ERROR_VALUE);
    assert_int_equal(wend_mail_post(&mail, NULL, 0), WEND_ERROR_NULL);
    assert_int_equal(wend_mail_post(NULL, &one, 0), WEND_ERROR_NULL);
    assert_int_equal(wend_mail_post(&nowhere, &one, 0), WEND_ERROR_NULL);
    post(&mail, 1, 1), post(&mail, 2, 0);
    assert_int_equal(wend_mail_post(&mail, &one, 0), WEND_ERROR_FULL);
    assert_true(mail.count == 2 && mail.posted == 2);
}

static void t_random_posts_come_in_order(void **state)
{
    (void)state;
    wend_message slots[64], got, last = {0};
    wend_mail mail = {.slots = slots, .capacity = 64};
    uint64_t seed = 4;
    int taken = 0, posted = 0;
    for (int frame = 0; frame < 5000; frame++)
    {
        while (draw(&seed) % 3 != 0 && mail.count < 64)
        {
            wend_message message = {.from = (uint64_t)posted++};
            assert_int_equal(wend_mail_post(&mail, &message, (double)(draw(&seed) % 8) * 0.25), WEND_OK);
        }
        wend_mail_advance(&mail, 0.25);
        for (; wend_mail_take(&mail, &got); last = got, taken++)
        {
            assert_true(got.due <= mail.seconds && got.from == got.number);
            assert_true(got.due > last.due || (got.due == last.due && (taken == 0 || got.number > last.number)));
            assert_true(mail.seconds - got.due < 0.25 + 1e-9); // none is late
        }
    }
    assert_true(taken > 5000 && taken + mail.count == posted);
}

static void t_turns_of_no_number(void **state)
{
    (void)state;
    const double odd[] = {NAN, -1, INFINITY};
    for (int i = 0; i < COUNT_OF(odd); i++)
        for (int k = 0; k < COUNT_OF(odd); k++)
        {
            wend_regulator r = {.period = odd[i]};
            wend_turns turns = wend_regulate(&r, 5, odd[k]);
            assert_in_range(turns.count, 0, 5);
            assert_true(r.owed >= 0);
        }
    wend_regulator usual = {.period = 0.5};
    assert_int_equal(wend_regulate(&usual, 4, NAN).count, 0);
    assert_int_equal(wend_regulate(&usual, 4, 0.25).count, 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(t_turns_of_no_number),
        cmocka_unit_test(t_a_leaf_is_entered_updated_and_left),
        cmocka_unit_test(t_a_sequence_goes_on_where_it_was),
        cmocka_unit_test(t_a_selector_takes_the_first_that_works),
        cmocka_unit_test(t_a_reactive_selector_leaves_the_old_one_before_it_enters_another),
        cmocka_unit_test(t_a_reactive_sequence_asks_its_conditions_again),
        cmocka_unit_test(t_reactive_inside_reactive),
        cmocka_unit_test(t_a_guard_over_a_child_holds_or_ends_it),
        cmocka_unit_test(t_parallel_children),
        cmocka_unit_test(t_invert_and_repeat),
        cmocka_unit_test(t_limit_and_cooldown),
        cmocka_unit_test(t_stop_leaves_all_the_last_line_first),
        cmocka_unit_test(t_random_trees_enter_and_leave_in_turn),
        cmocka_unit_test(t_bad_trees_are_refused),
        cmocka_unit_test(t_turns_go_round_evenly),
        cmocka_unit_test(t_turns_at_the_edges),
        cmocka_unit_test(t_messages_come_when_they_are_due_in_a_fixed_order),
        cmocka_unit_test(t_an_answer_comes_after_the_next_advance),
        cmocka_unit_test(t_full_and_odd_posts_are_refused),
        cmocka_unit_test(t_random_posts_come_in_order),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
