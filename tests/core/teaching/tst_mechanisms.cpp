// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include "core/model/prepared.h"
#include "core/teaching/mechanisms/mechanisms.h"
#include "tests/core/sample_scenarios.h"

namespace tst_mechanisms {

using namespace plateau;
using namespace plateau::mechanisms;
using namespace plateau::test;

namespace {

struct Drawn {
    std::shared_ptr<const Prepared> prepared;
    Estimate estimate;
    Mechanism mechanism;
};

Drawn drawn(const char* name, const Scenario& scenario)
{
    Drawn result{prepare(scenario), {}, {}};
    result.estimate = explain(*result.prepared, plan(*result.prepared));
    for (const Entry& entry : all())
        if (std::string(name) == entry.name) {
            auto made = entry.make(*result.prepared, result.estimate);
            if (!made)
                qFatal("%s", english(made.error()).c_str());
            result.mechanism = std::move(*made);
        }
    return result;
}

const Actor& actor(const Mechanism& mechanism, const char* id)
{
    const auto found = std::ranges::find(mechanism.actors, id, &Actor::id);
    if (found == mechanism.actors.end())
        qFatal("no %s", id);
    return *found;
}

/// How long it grows, on the picture's clock.
double duration(const Actor& actor) { return actor.keys.back().time - actor.keys.front().time; }

double seconds(const Estimate& estimate, const char* symbol)
{
    for (const Ingredient& one : estimate.quantities)
        if (one.symbol == symbol)
            return one.value;
    qFatal("no %s", symbol);
}

double sum(const Mechanism& mechanism, const std::string& id, Role role)
{
    double all = 0;
    for (const Actor& each : mechanism.actors)
        if (each.id == id && each.role == role)
            all += duration(each);
    return all;
}

Scenario experts_on(const std::string& gpus, const std::string& expert_degree)
{
    return scenario({{"hardware", "h100_sxm"},
                     {"model", "deepseek_v3"},
                     {"gpus", gpus},
                     {"sequence", "4096"},
                     {"sequences_per_gpu", "8"},
                     {"dp_mode", "fsdp"},
                     {"ep", expert_degree}});
}

Scenario pipelined()
{
    return changed(weak_scaling("64"), Changes{{"pp", "4"}, {"micro_batch", "1"}, {"dp_mode", "zero1"}});
}

/// One that the picture can be drawn of.
Scenario fitting(const std::string& name)
{
    return name == "tensor"  ? changed(weak_scaling("64"), "tp", "8")
        : name == "pipeline" ? pipelined()
        : name == "experts"  ? experts_on("512", "64")
                             : weak_scaling("2048");
}

bool near(double one, double other) { return std::abs(one - other) <= 1e-9 * std::max(std::abs(one), std::abs(other)); }

} // namespace

/// Moving pictures show the model's own numbers: lengths and times on the sheet stand to each other as they do there.
class TestMechanisms : public QObject {
    Q_OBJECT
private slots:
    void an_actor_moves_evenly_between_its_places()
    {
        const Actor one{.keys = {{1, 0, 0, 1, 1, 0}, {3, 4, 2, 3, 1, 1}, {3, 5, 2, 3, 1, 1}}};
        QCOMPARE(at(one, 0).x, 0.0);
        QCOMPARE(at(one, 2).x, 2.0);
        QCOMPARE(at(one, 2).width, 2.0);
        QCOMPARE(at(one, 2.5).opacity, 0.75);
        QCOMPARE(at(one, 3).x, 5.0);
        QCOMPARE(at(one, 9).x, 5.0);
    }

    void every_picture_keeps_the_order_of_time_and_the_sheet()
    {
        for (const Entry& entry : all()) {
            const Drawn one = drawn(entry.name, fitting(entry.name));
            QVERIFY(one.mechanism.seconds > 0 && one.mechanism.play_seconds > 0);
            QVERIFY(one.mechanism.stills.size() >= 3 && one.mechanism.stills.size() <= 5);
            QVERIFY(!one.mechanism.facts.empty());
            for (const Actor& each : one.mechanism.actors) {
                QVERIFY(!each.keys.empty());
                QVERIFY2(each.words.empty() || each.letters >= 0.38, english(each.words).c_str()); // 5 points on paper
                for (std::size_t i = 0; i < each.keys.size(); ++i) {
                    const Key& key = each.keys[i];
                    QVERIFY2(i == 0 || each.keys[i - 1].time <= key.time, each.id.c_str());
                    QVERIFY2(key.x >= 0 && key.x <= sheet_width && key.y >= 0 && key.y <= sheet_height,
                             each.id.c_str());
                    QVERIFY2(each.shape == Shape::Arrow
                                 || (key.width >= 0 && key.height >= 0 && key.x + key.width <= sheet_width + 1e-9
                                     && key.y + key.height <= sheet_height + 1e-9),
                             each.id.c_str());
                }
            }
        }
    }

    /// Lines of words that begin at the same place stand a line apart.
    void words_stand_below_each_other()
    {
        const Mechanism picture = drawn("holdings", weak_scaling("128")).mechanism;
        int seen = 0;
        for (const Actor& a : picture.actors)
            for (const Actor& b : picture.actors) {
                if (a.shape != Shape::Words || b.shape != Shape::Words || a.align != b.align)
                    continue;
                const Key here = at(a, picture.seconds), there = at(b, picture.seconds);
                if (here.opacity > 0 && there.opacity > 0 && here.x == there.x && here.y < there.y) {
                    QVERIFY2(there.y - here.y > 0.6 * (a.letters + b.letters), english(b.words).c_str());
                    ++seen;
                }
            }
        QVERIFY(seen > 3);
    }

    void the_ring_takes_the_seconds_of_the_collective()
    {
        for (const char* gpus : {"8", "128", "2048"}) {
            const Drawn one = drawn("ring", weak_scaling(gpus));
            QVERIFY(near(duration(actor(one.mechanism, "ring.bar")), seconds(one.estimate, "t_gather")));
            QVERIFY(near(duration(actor(one.mechanism, "layer.bar")), seconds(one.estimate, "t_layer")));
            QVERIFY(near(duration(actor(one.mechanism, "layer.bar")) / duration(actor(one.mechanism, "ring.bar")),
                         actor(one.mechanism, "layer.bar").keys.back().width
                             / actor(one.mechanism, "ring.bar").keys.back().width));
            const Actor& chunk = actor(one.mechanism, "ring.chunk");
            QVERIFY(near(chunk.keys.back().time, seconds(one.estimate, "t_gather")));
        }
    }

    void what_the_computation_does_not_hide_is_exposed()
    {
        for (const char* gpus : {"128", "8192"}) {
            const Drawn one = drawn("ring", weak_scaling(gpus));
            const double exposed = seconds(one.estimate, "t_pass") - seconds(one.estimate, "t_layer");
            QVERIFY(near(duration(actor(one.mechanism, "exposed.bar")), exposed));
            QVERIFY(near(fact(one.mechanism, "exposed"), exposed));
        }
        const Drawn few = drawn("ring", weak_scaling("128")), many = drawn("ring", weak_scaling("8192"));
        QVERIFY(fact(few.mechanism, "gather") < fact(few.mechanism, "compute")); // the ring wins, then it loses
        QVERIFY(fact(many.mechanism, "gather") > fact(many.mechanism, "compute"));
    }

    void the_tree_takes_what_the_library_takes_for_an_all_reduce()
    {
        const Drawn one = drawn("ring", weak_scaling("2048"));
        const auto ways = ways_of(*one.prepared, collectives::Operation::AllReduce, 2048, 404766720);
        QVERIFY(ways.front().algorithm != collectives::Algorithm::Ring);
        QVERIFY(near(duration(actor(one.mechanism, "other.bar")), ways.front().seconds));
        QVERIFY(near(actor(one.mechanism, "other.gpu").keys.back().time * 2, ways.front().seconds)); // the root
    }

    /// A rank's bytes of each kind are to each other as the heights that stand for them, under every way of sharing.
    void held_bytes_are_the_memory_terms()
    {
        const Scenario asked = weak_scaling("128");
        const Drawn one = drawn("holdings", asked);
        double unit = 0;
        int way = 0;
        for (const char* mode : {"ddp", "zero1", "zero2", "fsdp", "hsdp"}) {
            const auto prepared = prepare(changed(asked, "dp_mode", mode));
            const Estimate estimate = explain(*prepared, plan(*prepared));
            double all = 0;
            for (const auto& [part, kind] :
                 {std::pair(Part::Weights, "weights"), std::pair(Part::Gradients, "gradients"),
                  std::pair(Part::OptimizerStates, "states")}) {
                const double bytes = estimate.parts[part];
                for (const char* gpu : {"gpu1.", "gpu8."}) {
                    const double height = at(actor(one.mechanism, (std::string(gpu) + kind).c_str()), way).height;
                    unit = unit > 0 ? unit : height / bytes;
                    QVERIFY2(near(height, unit * bytes), mode);
                }
                all += bytes;
            }
            QVERIFY2(near(fact(one.mechanism, mode), all), mode);
            ++way;
        }
    }

    void what_is_shared_lies_apart_and_each_group_of_hybrid_sharding_has_all()
    {
        const Drawn one = drawn("holdings", weak_scaling("128"));
        const auto place = [&](const char* id, double way) { return at(actor(one.mechanism, id), way).y; };
        QCOMPARE(place("gpu1.weights", 0), place("gpu8.weights", 0));
        QVERIFY(place("gpu1.weights", 3) < place("gpu5.weights", 3));
        QVERIFY(place("gpu5.weights", 3) < place("gpu8.weights", 3));
        QCOMPARE(place("gpu1.weights", 4), place("gpu5.weights", 4));
        QCOMPARE(place("gpu4.weights", 4), place("gpu8.weights", 4));
    }

    /// As large as the scenario says, as far as two of them can be drawn; else the picture says how large they are.
    void groups_of_hybrid_sharding_are_those_of_the_scenario()
    {
        const auto words = [](const Mechanism& mechanism) {
            for (const Actor& actor : mechanism.actors)
                if (const std::string said = english(actor.words); said.starts_with("Groups of"))
                    return said;
            return std::string();
        };
        const Drawn pairs = drawn("holdings", changed(weak_scaling("128"), "shard_group", "2"));
        const auto place = [&](const char* id) { return at(actor(pairs.mechanism, id), 4).y; };
        QCOMPARE(place("gpu1.weights"), place("gpu3.weights"));
        QVERIFY(place("gpu1.weights") < place("gpu2.weights"));
        QCOMPARE(words(pairs.mechanism), std::string("Groups of 2 share one copy."));
        const Drawn nodes = drawn("holdings", changed(weak_scaling("128"), "shard_group", "16"));
        QCOMPARE(words(nodes.mechanism), std::string("Groups of 16 share one copy; 4 of each are drawn."));
    }

    void divided_products_and_exchanges_take_the_seconds_of_the_model()
    {
        const Drawn one = drawn("tensor", fitting("tensor"));
        const auto ways = [&](collectives::Operation operation) {
            return ways_of(*one.prepared, operation, 8, fact(one.mechanism, "bytes")).front().seconds;
        };
        QVERIFY(near(duration(actor(one.mechanism, "plain.products")),
                     seconds(one.estimate, "t_up") + seconds(one.estimate, "t_down")));
        QVERIFY(near(duration(actor(one.mechanism, "plain.after")), ways(collectives::Operation::AllReduce)));
        QVERIFY(near(duration(actor(one.mechanism, "sequence.gather")), ways(collectives::Operation::AllGather)));
        QVERIFY(near(duration(actor(one.mechanism, "sequence.after")), ways(collectives::Operation::ReduceScatter)));
        QVERIFY(std::ranges::count(one.mechanism.actors, "plain.gather", &Actor::id) == 0);
        // Two bytes a number of two sequences of 4,096 tokens, 4,096 wide.
        QVERIFY(near(fact(one.mechanism, "bytes"), 2.0 * 2 * 4096 * 4096));
    }

    void a_pipeline_is_idle_as_long_as_the_model_says()
    {
        const Drawn one = drawn("pipeline", pipelined());
        const double passes = one.estimate.parts.micro_batches * 2;
        double least = one.mechanism.seconds;
        for (int stage = 0; stage < 4; ++stage) {
            const std::string id = "stage" + std::to_string(stage);
            const auto count
                = std::count_if(one.mechanism.actors.begin(), one.mechanism.actors.end(), [&](const Actor& each) {
                      return each.id == id && (each.role == Role::Computing || each.role == Role::Backward);
                  });
            QCOMPARE(static_cast<double>(count), passes);
            least = std::min(least, sum(one.mechanism, id, Role::Idle));
        }
        QVERIFY2(near(least, one.estimate.parts[Part::Bubble]), qPrintable(QString::number(least)));
        QVERIFY(near(fact(one.mechanism, "idle_share"), one.estimate.parts.bubble_fraction()));
        QVERIFY(near(one.mechanism.seconds, 1 / (one.estimate.parts.tokens_per_s / (128 * 4096))));
    }

    void tokens_cross_the_domain_as_often_as_they_are_sent_there()
    {
        for (const auto& [degree, away] : {std::pair("8", 0), std::pair("16", 32), std::pair("64", 56)}) {
            const Drawn one = drawn("experts", experts_on("512", degree));
            int crossing = 0, staying = 0;
            for (const Actor& each : one.mechanism.actors) {
                crossing += each.id == "token.away";
                staying += each.id == "token.home";
            }
            QCOMPARE(crossing, away); // of 64, evenly over the domains
            QCOMPARE(crossing + staying, 64);
            // There and back is the expert traffic of a layer that has experts.
            const double there = duration(actor(one.mechanism, "there.bar"));
            QVERIFY(near(2 * there * one.prepared->mixture_share, seconds(one.estimate, "t_experts")));
            QVERIFY(near(duration(actor(one.mechanism, "back.bar")), there));
        }
    }

    void what_a_plan_does_not_do_is_not_drawn()
    {
        const auto prepared = prepare(weak_scaling("16"));
        const Estimate plain = explain(*prepared, plan(*prepared));
        for (const auto& [name, words] :
             {std::pair("tensor", "tensor degree"), std::pair("pipeline", "pipeline degree"),
              std::pair("experts", "expert degree")}) {
            const auto entry = std::ranges::find_if(
                all(), [wanted = name](const Entry& one) { return std::string(one.name) == wanted; });
            const auto made = entry->make(*prepared, plain);
            QVERIFY(!made.has_value());
            QVERIFY(QString::fromStdString(english(made.error())).contains(QString::fromLatin1(words)));
        }
    }

    void doubling_fills_a_gpu_in_as_many_rounds_as_the_logarithm_says()
    {
        const Drawn one = drawn("ring", changed(weak_scaling("2048"), "gather_algorithm", "doubling"));
        QCOMPARE(actor(one.mechanism, "ring.gpu").keys.size(), std::size_t(5)); // 16 are drawn: four rounds
        QVERIFY(near(duration(actor(one.mechanism, "ring.bar")), seconds(one.estimate, "t_gather")));
        QVERIFY(near(duration(actor(one.mechanism, "ring.gpu")), seconds(one.estimate, "t_gather")));
    }

    void without_a_ring_there_is_no_race()
    {
        const Scenario whole = changed(weak_scaling("16"), "dp_mode", "ddp");
        const auto prepared = prepare(whole);
        const auto made = ring(*prepared, explain(*prepared, plan(*prepared)));
        QVERIFY(!made.has_value());
        QVERIFY(QString::fromStdString(english(made.error())).contains(QStringLiteral("FSDP")));
    }
};

PLATEAU_TEST(TestMechanisms)

} // namespace tst_mechanisms

#include "tst_mechanisms.moc"
