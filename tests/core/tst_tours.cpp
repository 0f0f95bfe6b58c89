// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include <filesystem>
#include <set>

#include "core/files/output.h"
#include "core/help/pages.h"
#include "core/tours/guess.h"
#include "core/tours/picture.h"
#include "core/tours/tour.h"
#include "core/views/figures/limits_figure.h"
#include "core/views/figures/looks.h"
#include "core/views/figures/scaling_figure.h"
#include "tests/core/shipped_answers.h"

using namespace plateau;
using namespace plateau::tours;

/// The shipped tours, played without a window, and what a tour's file may not say.
class TestTours : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void shipped_tours_are_read_without_a_fault();
    void every_step_answers_data();
    void every_step_answers();
    void claims_hold_within_their_gates_data();
    void claims_hold_within_their_gates();
    void every_claim_is_told_in_a_tour();
    void sources_are_words_and_help_is_a_page();
    void hidden_parts_are_on_their_pictures();
    void prose_data();
    void prose();
    void numbers_are_asked_for_data();
    void numbers_are_asked_for();
    void faults_have_a_place_data();
    void faults_have_a_place();
    void a_step_stands_on_the_one_before();
    void a_lesson_says_what_a_class_may_change();
    void numbers_follow_the_question();
    void guesses_are_scored();

private:
    Tour tour_of(const std::string& text, std::vector<Error>& problems);

    const catalog::Catalog& catalog_ = test::shipped();
    evidence::Claims evidence_;
    PaperClaims claims_;
    std::vector<Tour> tours_;
    std::vector<Error> problems_;
    std::unique_ptr<Numbers> numbers_;
    QTemporaryDir folder_;
};

namespace {

std::string all_of(const std::vector<Error>& problems)
{
    std::string text;
    for (const Error& problem : problems)
        text += english(problem) + "\n";
    return text;
}

} // namespace

void TestTours::initTestCase()
{
    evidence_ = evidence::read_claims(catalog_.folders);
    claims_ = read_paper_claims(catalog_, evidence_);
    numbers_ = std::make_unique<Numbers>(test::shipped_answers());
    for (const TourEntry& entry : tour_entries(catalog_, problems_))
        tours_.push_back(read_tour(catalog_, claims_, entry.file, problems_));
}

void TestTours::shipped_tours_are_read_without_a_fault()
{
    QVERIFY2(claims_.problems.empty(), all_of(claims_.problems).c_str());
    QVERIFY2(problems_.empty(), all_of(problems_).c_str());
    QVERIFY(!tours_.empty());
    for (const Tour& tour : tours_)
        QVERIFY2(tour.steps.size() >= 2, tour.id.c_str());
}

void TestTours::every_step_answers_data()
{
    QTest::addColumn<int>("tour");
    QTest::addColumn<int>("step");
    for (std::size_t t = 0; t < tours_.size(); ++t)
        for (std::size_t s = 0; s < tours_[t].steps.size(); ++s)
            QTest::newRow((tours_[t].id + " " + tours_[t].steps[s].id).c_str()) << int(t) << int(s);
}

/// Each number of its texts has a value, each thing to try is possible, its question and those beside it have answers.
void TestTours::every_step_answers()
{
    QFETCH(int, tour);
    QFETCH(int, step);
    const Step& played = tours_[std::size_t(tour)].steps[std::size_t(step)];
    std::vector<const Prose*> texts{&played.text, &played.look};
    if (played.prediction) {
        texts.push_back(&played.prediction->ask);
        texts.push_back(&played.prediction->why);
    }
    for (const Attempt& attempt : played.attempts) {
        texts.push_back(&attempt.words);
        QVERIFY(tours::with(catalog_, played.question, attempt.changes).has_value());
    }
    for (const Prose* text : texts)
        for (const Piece& piece : *text)
            if (piece.kind == Piece::Kind::Number) {
                const auto number = number_text(piece.ask, played.question, claims_, *numbers_, catalog_);
                QVERIFY2(number.has_value(), number ? "" : (piece.words + ": " + english(number.error())).c_str());
            }
    std::vector<const Question*> questions{&played.question};
    for (const Beside& beside : played.beside)
        questions.push_back(&beside.question);
    for (const Question* question : questions)
        if (is_training(*question)) {
            const auto mfu = numbers_->value(*question, {Ask::Form::Plain, "mfu", {}, {}});
            QVERIFY2(mfu && *mfu > 0 && *mfu < 1, mfu ? "" : english(mfu.error()).c_str());
        }
    for (const Beside& beside : played.beside)
        if (is_training(beside.question))
            QVERIFY(estimate(std::get<Scenario>(beside.question)).parts.fits()); // else its curve is not drawn
    if (is_schematic(played.picture)) {
        QVERIFY(schematic(*test::shipped_answers(), played.picture, played.question).has_value());
    } else if (!played.picture.empty()) {
        const auto drawn = picture(catalog_, played.picture, played.question);
        QVERIFY2(drawn.has_value(), drawn ? "" : english(drawn.error()).c_str());
        for (const figures::Panel& panel : drawn->plot().panels)
            for (const figures::Series& series : panel.series)
                QVERIFY(!series.x.empty() && series.x.size() == series.y.size());
    }
    for (const std::string& id : played.claims)
        QVERIFY(judge(catalog_, *claims_.find(id), *numbers_).has_value());
}

void TestTours::claims_hold_within_their_gates_data()
{
    QTest::addColumn<QString>("id");
    for (const PaperClaim& claim : claims_.claims)
        QTest::newRow(claim.id.c_str()) << QString::fromStdString(claim.id);
}

/// What lies beyond `within` is shown as missed; what lies beyond `gate` is a fault of the model.
void TestTours::claims_hold_within_their_gates()
{
    QFETCH(QString, id);
    const PaperClaim& claim = *claims_.find(id.toStdString());
    const auto verdict = judge(catalog_, claim, *numbers_);
    QVERIFY2(verdict.has_value(), verdict ? "" : english(verdict.error()).c_str());
    qInfo("%s: reported %s, predicted %s%s", claim.said.c_str(), verdict->reported_text.c_str(),
          verdict->predicted_text.c_str(), verdict->holds ? "" : ", missed");
    QCOMPARE(verdict->holds, claim.off(verdict->predicted) <= claim.within);
    if (claim.gate) {
        QVERIFY(*claim.gate >= claim.within || claim.at_least || claim.at_most);
        QVERIFY2(claim.off(verdict->predicted) <= *claim.gate, claim.source.c_str());
    }
    QVERIFY(!claim.gate || claim.known_by != catalog::KnownBy::Recalled); // memory is shown, never gated on
}

void TestTours::every_claim_is_told_in_a_tour()
{
    std::set<std::string> told;
    for (const Tour& tour : tours_)
        for (const Step& step : tour.steps)
            told.insert(step.claims.begin(), step.claims.end());
    for (const PaperClaim& claim : claims_.claims)
        QVERIFY2(told.count(claim.id), claim.id.c_str());
}

/// Who reads a tour has no folder of files before them.
void TestTours::sources_are_words_and_help_is_a_page()
{
    static const QRegularExpression path(QStringLiteral("\\b(presets|resources)/|\\.(md|yaml|csv|json|py)\\b"));
    int pages = 0;
    for (const Tour& tour : tours_)
        for (const Step& step : tour.steps) {
            QVERIFY2(!QString::fromStdString(step.source).contains(path), (tour.id + ": " + step.source).c_str());
            for (const std::string& page : step.help) {
                QVERIFY2(help::find_page(page), (tour.id + " " + step.id + ": " + page).c_str());
                ++pages;
            }
        }
    QVERIFY(pages > 0);
}

void TestTours::hidden_parts_are_on_their_pictures()
{
    int predictions = 0;
    const WorkspacePointer workspace = make_workspace();
    for (const Tour& tour : tours_)
        for (const Step& step : tour.steps) {
            if (!step.prediction)
                continue;
            ++predictions;
            figures::Figure figure;
            if (const auto* training = std::get_if<Scenario>(&step.question)) {
                const answers::ScalingCurve curve = test::usual_curve(*training);
                figure = figures::scaling_figure({.current = &curve,
                                                  .view = figures::ThroughputView::PerGpu,
                                                  .time = figures::time_plot(training->view)});
            } else {
                const auto& limits = std::get<LimitsScenario>(step.question);
                figures::LimitsPicture picture;
                picture.curves.push_back(figures::limits_curve(limits, limits::curve(limits.question)));
                figure = figures::limits_figure(picture);
            }
            const auto right = truth(*step.prediction, figure);
            QVERIFY2(right.has_value(), (tour.id + " " + step.id).c_str());
            const figures::Figure cut = hidden(figure, *step.prediction);
            QVERIFY(!truth(*step.prediction, cut).has_value());
            for (const figures::Panel& panel : cut.plot().panels)
                for (const figures::Series& series : panel.series)
                    for (std::size_t i = 0; i < series.x.size(); ++i)
                        if (series.x[i] > step.prediction->from && series.role != figures::SeriesRole::Reference)
                            QVERIFY2(std::isnan(series.y[i]), english(series.name).c_str());
        }
    QVERIFY(predictions > 0);
}

void TestTours::prose_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("fault");
    QTest::newRow("words") << "Nothing to count here."
                           << "";
    QTest::newRow("number asked for") << "Of {gpus} each, {loss mfu at gpus=2048} less."
                                      << "";
    QTest::newRow("number of its own") << "About 37 % less."
                                       << "has a number of its own";
    QTest::newRow("name") << "An [H100] of [2022]."
                          << "";
    QTest::newRow("digit in a word") << "An H100."
                                     << "has a number of its own";
    QTest::newRow("brace not closed") << "Of {gpus each"
                                      << "is not closed";
    QTest::newRow("bracket not closed") << "An [H100"
                                        << "is not closed";
    QTest::newRow("strong not closed") << "**Where?"
                                       << "has no second one";
    QTest::newRow("empty") << "Of {} each"
                           << "names no number";
}

void TestTours::prose()
{
    QFETCH(QString, text);
    QFETCH(QString, fault);
    std::vector<Error> errors;
    read_prose(text.toStdString(), [&](Error error) { errors.push_back(std::move(error)); });
    QCOMPARE(errors.empty(), fault.isEmpty());
    if (!errors.empty())
        QVERIFY2(english(errors.front().what).find(fault.toStdString()) != std::string::npos,
                 english(errors.front().what).c_str());
}

void TestTours::numbers_are_asked_for_data()
{
    QTest::addColumn<QString>("ask");
    QTest::addColumn<int>("form"); // -1: refused
    QTest::addColumn<int>("changes");
    const auto row = [](const char* ask, int form, int changes) { QTest::newRow(ask) << ask << form << changes; };
    row("gpus", int(Ask::Form::Plain), 0);
    row("mfu at gpus=2048, tp=2", int(Ask::Form::Plain), 2);
    row("change mfu at gpus=2048 against gpus=128", int(Ask::Form::Change), 2);
    row("loss mfu against gpus=128", int(Ask::Form::Loss), 1);
    row("times mfu at gpus=8", int(Ask::Form::Times), 1);
    row("F01 reported", int(Ask::Form::Reported), 0);
    row("F01 predicted", int(Ask::Form::Predicted), 0);
    row("change mfu", -1, 0);
    row("mfu against gpus=128", -1, 0);
    row("mfu at gpus", -1, 0);
    row("mfu gpus=128", -1, 0);
    row("change", -1, 0);
}

void TestTours::numbers_are_asked_for()
{
    QFETCH(QString, ask);
    QFETCH(int, form);
    QFETCH(int, changes);
    const auto read = read_ask(ask.toStdString());
    QCOMPARE(read.has_value(), form >= 0);
    if (!read)
        return;
    QCOMPARE(int(read->form), form);
    QCOMPARE(int(read->at.size() + read->against.size()), changes);
}

Tour TestTours::tour_of(const std::string& text, std::vector<Error>& problems)
{
    const std::filesystem::path file = folder_.filePath("tour.yaml").toStdString();
    if (!files::write_file(file, text, files::Replacing::any_file()))
        problems.push_back({{"not written", {}}, {}, {}});
    return read_tour(catalog_, claims_, file, problems);
}

namespace {

const std::string head = "title: T\nsummary: S\nsteps:\n";
const std::string step
    = "  - id: a\n    title: A\n    scenario: fernandez-weak-scaling\n    text: Words.\n    look: Here.\n"
      "    source: us\n    known_by: derived\n";

} // namespace

void TestTours::faults_have_a_place_data()
{
    QTest::addColumn<QString>("more");
    QTest::addColumn<QString>("place");
    QTest::addColumn<QString>("what");
    QTest::newRow("none") << ""
                          << ""
                          << "";
    QTest::newRow("parameter") << "    set: {gpu: 8}\n"
                               << "11:10"
                               << "nearest is gpus";
    QTest::newRow("page") << "    page: workbanch\n"
                          << "11:11"
                          << "nearest is workbench";
    QTest::newRow("page of another kind") << "    page: limits\n"
                                          << "4:5"
                                          << "another kind";
    QTest::newRow("view") << "    page: workbench\n    view: per_gpus\n"
                          << "12:11"
                          << "nearest is per_gpu";
    QTest::newRow("page of help") << "    help: [windows]\n"
                                  << "11:11"
                                  << "nearest is window";
    QTest::newRow("claim") << "    claims: [F0l]\n"
                           << "11:13"
                           << "nearest is F01";
    QTest::newRow("key") << "    looks: x\n"
                         << "11:5"
                         << "looks";
    QTest::newRow("number in what to try") << "    try:\n      - {say: Take 8, set: {gpus: 8}}\n"
                                           << "12:15"
                                           << "number of its own";
    QTest::newRow("value to try") << "    try:\n      - {say: Less, set: {gpus: -8}}\n"
                                  << "12:26"
                                  << "";
    QTest::newRow("guess at what is seen") << "    predict: {panel: mfu, from: 128, at: 64, ask: Where, why: There.}\n"
                                           << "11:42"
                                           << "not hidden";
    QTest::newRow("control of a lesson") << "    lesson: {controls: [gpu]}\n"
                                         << "11:24"
                                         << "nearest is gpus";
    QTest::newRow("locked, but not shown") << "    lesson: {controls: [gpus], locked: [tp]}\n"
                                           << "11:40"
                                           << "none of the lesson's";
    QTest::newRow("unknown number") << "    predict: {panel: mfu, from: 128, at: 256, ask: 'Of {gpu}?', why: There.}\n"
                                    << "11:52"
                                    << "nearest is gpus";
}

void TestTours::faults_have_a_place()
{
    QFETCH(QString, more);
    QFETCH(QString, place);
    QFETCH(QString, what);
    std::vector<Error> problems;
    tour_of(head + step + more.toStdString(), problems);
    QCOMPARE(problems.size(), what.isEmpty() && place.isEmpty() ? 0U : 1U);
    if (problems.empty())
        return;
    QVERIFY2(problems.front().where.ends_with("tour.yaml:" + place.toStdString()), problems.front().where.c_str());
    QVERIFY2(english(problems.front()).find(what.toStdString()) != std::string::npos, all_of(problems).c_str());
}

void TestTours::a_step_stands_on_the_one_before()
{
    std::vector<Error> problems;
    const std::string rest = "    text: Words.\n    look: Here.\n    source: us\n    known_by: derived\n";
    const Tour tour = tour_of(head + step + "    set: {gpus: 512}\n  - id: b\n    title: B\n    set: {tp: 2}\n" + rest
                                  + "  - id: c\n    title: C\n    scenario: fernandez-a100\n" + rest,
                              problems);
    QVERIFY2(problems.empty(), all_of(problems).c_str());
    const auto gpus = [&](std::size_t i) { return std::get<Scenario>(tour.steps[i].question).cluster.gpus; };
    QCOMPARE(gpus(0), 512.0);
    QCOMPARE(gpus(1), 512.0);
    QCOMPARE(std::get<Scenario>(tour.steps[1].question).plan.tp, 2);
    QCOMPARE(gpus(2), 256.0);
    QCOMPARE(tour.steps[2].page, "workbench");

    problems.clear();
    tour_of(head + "  - id: a\n    title: A\n" + rest, problems);
    QCOMPARE(problems.size(), 1U);
    QVERIFY(english(problems.front()).find("no scenario") != std::string::npos);
}

/// A text tells of the question as it stands, not of the one the step began with.
void TestTours::a_lesson_says_what_a_class_may_change()
{
    std::vector<Error> problems;
    const std::string rest = "    look: Here.\n    source: us\n    known_by: derived\n";
    const Tour tour = tour_of("title: T\nsummary: S\n"
                              "lesson: {controls: [gpus, hardware, latency_factor], locked: [hardware]}\nsteps:\n"
                              "  - id: a\n    title: A\n    scenario: fernandez-weak-scaling\n    text: '{tp}'\n"
                                  + rest
                                  + "  - id: b\n    title: B\n    text: '{gpus}, {tp}, {mfu}'\n"
                                    "    lesson: {locked: [gpus]}\n    notes: 'Say {gpus}.'\n    minutes: 3\n"
                                  + rest
                                  + "  - id: c\n    title: C\n    scenario: limits-h100-dense\n    page: limits\n"
                                    "    text: Words.\n"
                                  + rest,
                              problems);
    QVERIFY2(problems.empty(), all_of(problems).c_str());
    const auto& steps = tour.steps;
    QCOMPARE(steps.size(), 3U);
    using Keys = std::vector<std::string>;
    QCOMPARE(steps[0].lesson.controls, (Keys{"gpus", "hardware", "latency_factor"}));
    QCOMPARE(steps[0].lesson.locked, Keys{"hardware"});
    QCOMPARE(steps[0].lesson.play, "gpus");
    QCOMPARE(steps[1].lesson.controls,
             (Keys{"gpus", "tp"})); // its own shows nothing: the axis, and what the text turns
    QCOMPARE(steps[1].lesson.play, "tp"); // what is locked does not play
    QCOMPARE(steps[1].minutes, 3.0);
    QCOMPARE(steps[1].notes.size(), 3U);
    QCOMPARE(steps[2].lesson.controls, (Keys{"gpus", "hardware"})); // without what this kind of question lacks
}

void TestTours::numbers_follow_the_question()
{
    const auto question = find_question(catalog_, "fernandez-weak-scaling");
    QVERIFY(question.has_value());
    const Ask per_gpu{Ask::Form::Plain, "tokens_per_s_per_gpu", {}, {}};
    const auto few = tours::with(catalog_, *question, {{"gpus", "64"}});
    const auto many = tours::with(catalog_, *question, {{"gpus", "2048"}});
    QCOMPARE(*numbers_->text(*few, {Ask::Form::Plain, "gpus", {}, {}}), "64\u00a0GPUs");
    QVERIFY(*numbers_->value(*few, per_gpu) > *numbers_->value(*many, per_gpu));
    const Ask loss{Ask::Form::Loss, "tokens_per_s_per_gpu", {{"gpus", "2048"}}, {{"gpus", "64"}}};
    QCOMPARE(*numbers_->value(*few, loss), *numbers_->value(*many, per_gpu) / *numbers_->value(*few, per_gpu));
    QCOMPARE(*numbers_->value(*many, loss), *numbers_->value(*few, loss));

    // Of the limits of scaling, a landmark is that of the curve.
    const auto limits = find_question(catalog_, "limits-h100-dense");
    const auto& scenario = std::get<LimitsScenario>(*limits);
    const limits::Landmarks marks = limits::landmarks(scenario.question, limits::curve(scenario));
    QCOMPARE(*numbers_->value(*limits, {Ask::Form::Plain, "wall", {}, {}}), *marks.wall_flop);
    QVERIFY(!numbers_->value(*limits, {Ask::Form::Plain, "mfu", {}, {}}));
}

void TestTours::guesses_are_scored()
{
    Prediction prediction{"p", 100, 400, {}, {}};
    figures::Figure figure;
    figure.plot().x.maximum = 1000;
    figures::Panel panel;
    panel.id = "p";
    figures::Series series;
    series.x = {50, 100, 200, 400, 800};
    series.y = {10, 10, 9, 6, 4};
    panel.series = {series};
    figure.plot().panels = {panel};
    QCOMPARE(*truth(prediction, figure), 6.0);
    QVERIFY(!truth(prediction, hidden(figure, prediction)));
    QCOMPARE(*guessed(prediction, {{200, 9}, {800, 5}}), 7.0); // half way on the logarithm
    QVERIFY(!guessed(prediction, {{200, 9}}));
    QCOMPARE(score(7.5, 6).ratio, 1.25);
    QVERIFY(english(score(7.5, 6).words).find("high") != std::string::npos);
    QVERIFY(english(score(6.1, 6).words).find("near") != std::string::npos);

    add_guesses(figure, prediction, {{400, 7.5}}, {5, 6, 7}, true);
    QCOMPARE(figure.plot().panels.front().series.size(), 3U);
    QCOMPARE(figure.plot().panels.front().series[1].x, (std::vector<double>{100, 400}));
    QCOMPARE(figure.plot().panels.front().notes.front().y, 7.5);

    const Spread of = spread({4, 6, 5, 8, 6.2}, 6);
    QCOMPARE(of.count, 5);
    QCOMPARE(of.median, 6.0);
    QCOMPARE(of.low, 5.0);
    QCOMPARE(of.high, 6.2);
    QCOMPARE(of.near, 2);
    QCOMPARE(spread({}, 6).count, 0);
}

PLATEAU_TEST(TestTours)
#include "tst_tours.moc"
