// SPDX-License-Identifier: GPL-3.0-or-later
// The window, measured offscreen at 1600 x 900.
#include "window_bench.h"

#include <QApplication>
#include <QFile>
#include <QProcess>
#include <QTimer>

#include <cstdio>
#include <future>

#include <qcustomplot.h>

#include "bench.h"
#include "core/catalog/catalog.h"
#include "ui/document/edited_question.h"
#include "ui/figures/figure_view.h"
#include "ui/pages/workbench/workbench_page.h"
#include "ui/shell/main_window.h"

namespace plateau::bench {

namespace {

/// Notices when a widget is painted.
class PaintWatch : public QObject {
public:
    explicit PaintWatch(QWidget& widget) { widget.installEventFilter(this); }

    /// Runs the event loop until the next paint is done.
    void wait()
    {
        painted_ = false;
        while (!painted_)
            QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
    }

protected:
    bool eventFilter(QObject*, QEvent* event) override
    {
        painted_ = painted_ || event->type() == QEvent::Paint;
        return false;
    }

private:
    bool painted_ = false;
};

/// The window as a user opens it.
struct OpenWindow {
    explicit OpenWindow(const char* name = "fernandez-weak-scaling")
        : appearance(*qApp), document(std::make_shared<const catalog::Catalog>(presets.get()))
    {
        static_cast<void>(document.open(name));
        window = std::make_unique<ui::MainWindow>(document, appearance);
        window->resize(1600, 900);
        watch = std::make_unique<PaintWatch>(plot());
        window->show();
        watch->wait(); // the first picture; what nobody sees in it is built after
    }
    ui::FigureView& plot() { return window->page<ui::WorkbenchPage>().plot(); }

    std::future<catalog::Catalog> presets
        = std::async(std::launch::async, [] { return catalog::read(catalog::preset_folders()); });
    ui::Appearance appearance;
    ui::ScenarioDocument document;
    std::unique_ptr<ui::MainWindow> window;
    std::unique_ptr<PaintWatch> watch;
};

/// Milliseconds from each change of the GPU count: until its plots are drawn, and until the picture is on the window.
struct Ticks {
    std::vector<double> to_replot, to_paint;
};

/// One drag from 8 to 16,384 and back.
Ticks ticks(OpenWindow& open)
{
    Ticks milliseconds;
    Clock::time_point replotted;
    const auto listening = QObject::connect(&open.plot(), &QCustomPlot::afterReplot, [&] { replotted = Clock::now(); });
    const auto gesture = open.document.begin_gesture();
    for (int tick = 0; tick < 176; ++tick) {
        const int step = tick < 88 ? tick : 175 - tick;
        const auto start = Clock::now();
        open.document.edit_value("gpus", std::round(8 * std::exp2(step / 8.0)), gesture);
        if (open.document.scenario().cluster.gpus != open.window->model().curve().scenario.cluster.gpus)
            open.watch->wait();
        milliseconds.to_paint.push_back(1e3 * seconds_since(start));
        if (replotted > start)
            milliseconds.to_replot.push_back(std::chrono::duration<double, std::milli>(replotted - start).count());
    }
    QObject::disconnect(listening);
    return milliseconds;
}

/// Milliseconds from each change of `key`, over its slider's stops and back, until the picture holds the new answer.
std::vector<double> ticks_of(OpenWindow& open, const char* key)
{
    std::vector<double> milliseconds;
    const auto gesture = open.document.begin_gesture();
    const auto& model = open.window->model();
    const std::vector<double> values = stops(*training_parameters().find(key));
    const int count = static_cast<int>(values.size());
    for (int tick = 0; tick < 64; ++tick) {
        const int turn = tick % (2 * count);
        const double value = values[static_cast<std::size_t>(turn < count ? turn : 2 * count - 1 - turn)];
        if (open.document.value(key) == Value(value))
            continue;
        const auto start = Clock::now();
        open.document.edit_value(key, value, gesture);
        do
            open.watch->wait();
        while (!model.is_current() || model.is_searching());
        milliseconds.push_back(1e3 * seconds_since(start));
    }
    return milliseconds;
}

void drop_message(QtMsgType, const QMessageLogContext&, const QString&) { }

std::unique_ptr<QApplication> make_application()
{
    static int count = 1;
    static char program[] = "plateau_bench";
    static char* words[] = {program, nullptr};
    qputenv("QT_QPA_PLATFORM", "offscreen");
    qInstallMessageHandler(drop_message); // the offscreen platform remarks on every resize
    QApplication::setOrganizationName(QStringLiteral("Plateau"));
    QApplication::setApplicationName(QStringLiteral("plateau_bench"));
    return std::make_unique<QApplication>(count, words);
}

/// One warm drag in a fresh window. The percentiles are taken from the same drags.
const Ticks& drag(std::size_t run)
{
    static std::vector<Ticks> drags;
    while (drags.size() <= run) {
        const auto application = make_application();
        OpenWindow open;
        ticks(open); // warm
        drags.push_back(ticks(open));
    }
    return drags[run];
}

double tick_to_replot_p95()
{
    static std::size_t run = 0;
    return quantile(drag(run++).to_replot, 0.95);
}

double tick_to_paint_p50()
{
    static std::size_t run = 0;
    return quantile(drag(run++).to_paint, 0.5);
}

double tick_to_paint_p95()
{
    static std::size_t run = 0;
    return quantile(drag(run++).to_paint, 0.95);
}

/// Pins the question as it is, then with half the network.
void pin_two(OpenWindow& open)
{
    const char* const key = "scale_out_bandwidth";
    const Value own = open.document.value(key);
    open.window->pins().pin(QStringLiteral("one"));
    open.document.edit_value(key, Value(25e9));
    open.window->pins().pin(QStringLiteral("other"));
    open.document.edit_value(key, own);
}

/// The longest a clock of one millisecond had to wait for its turn in the event loop.
class LoopWatch {
public:
    LoopWatch()
    {
        timer_.setTimerType(Qt::PreciseTimer);
        timer_.setInterval(1);
        QObject::connect(&timer_, &QTimer::timeout, [this] {
            longest_ = std::max(longest_, seconds_since(last_));
            last_ = Clock::now();
        });
        timer_.start();
    }
    double longest_ms() const { return 1e3 * longest_; }

private:
    QTimer timer_;
    Clock::time_point last_ = Clock::now();
    double longest_ = 0;
};

constexpr const char* gpus = "gpus";
constexpr const char* network = "scale_out_bandwidth";
constexpr const char* domain = "nvlink_domain";
const std::vector<const char*> every{gpus, network, domain};
constexpr auto given = search::PlanChoice::Given;

/// What is dragged, and before whom.
struct Drag {
    std::vector<const char*> keys; ///< one after the other; the slowest counts
    search::PlanChoice choice = search::PlanChoice::Best;
    const char* name = "fernandez-weak-scaling";
    bool pinned = false; ///< beside two pins
};

/// A quantile of the ticks of a warm drag.
double drag_to_paint(const Drag& drag, double share = 0.95)
{
    const auto application = make_application();
    OpenWindow open(drag.name);
    const auto& model = open.window->model();
    if (drag.choice == search::PlanChoice::Best) {
        ui::choose_plan(open.document, search::PlanChoice::Best);
        do
            open.watch->wait();
        while (!model.is_current() || model.is_searching());
    }
    if (drag.pinned)
        pin_two(open);
    double slowest = 0;
    for (const char* key : drag.keys) {
        ticks_of(open, key);
        slowest = std::max(slowest, quantile(ticks_of(open, key), share));
    }
    return slowest;
}

double best_tick_to_paint_p50() { return drag_to_paint({.keys = {gpus, network}}, 0.5); }
double best_tick_to_paint_p95() { return drag_to_paint({.keys = {gpus, network}}); }
double best_tick_domain_p95() { return drag_to_paint({.keys = {domain}}); }
double best_tick_link_p95() { return drag_to_paint({.keys = {network}}); }
double best_tick_two_pins_p95() { return drag_to_paint({.keys = every, .pinned = true}); }
double best_tick_gpt3_p95() { return drag_to_paint({.keys = every, .name = "gpt3-175b-4096-a100"}); }
double tick_to_paint_domain_p95() { return drag_to_paint({.keys = {domain}, .choice = given}); }
double tick_to_paint_link_p95() { return drag_to_paint({.keys = {network}, .choice = given}); }
double tick_to_paint_two_pins_p95() { return drag_to_paint({.keys = every, .choice = given, .pinned = true}); }

/// The event loop's longest turn while the GPU count is dragged and the best plans are looked for.
double longest_turn()
{
    const auto application = make_application();
    OpenWindow open;
    ui::choose_plan(open.document, search::PlanChoice::Best);
    ticks_of(open, gpus); // warm
    const LoopWatch watch;
    ticks_of(open, gpus);
    return watch.longest_ms();
}

/// Milliseconds of one call, median of many.
template<class Work>
double milliseconds_of(Work work)
{
    std::vector<double> milliseconds;
    for (int i = 0; i < 50; ++i) {
        const auto start = Clock::now();
        work();
        milliseconds.push_back(1e3 * seconds_since(start));
    }
    return quantile(milliseconds, 0.5);
}

/// QCustomPlot's drawing of the unchanged figure: what no change can undercut.
double replot_milliseconds(OpenWindow& open)
{
    return milliseconds_of([&] { open.plot().replot(QCustomPlot::rpImmediateRefresh); });
}

/// A figure taken over and drawn.
double draw_milliseconds(OpenWindow& open)
{
    const figures::Figure figure = open.plot().figure();
    ui::RenderStyle style;
    style.theme = ui::theme_of(open.window.get());
    style.fast = true;
    return milliseconds_of([&] {
        open.plot().show_figure(figure, style);
        open.plot().replot(QCustomPlot::rpImmediateRefresh);
    });
}

double replot_floor()
{
    const auto application = make_application();
    OpenWindow open;
    return replot_milliseconds(open);
}

double draw()
{
    const auto application = make_application();
    OpenWindow open;
    return draw_milliseconds(open);
}

/// On a screen of twice the pixels a point: drawing a figure over QCustomPlot's own part of it.
double draw_to_replot_at_2x()
{
    qputenv("QT_SCALE_FACTOR", "2");
    const auto application = make_application();
    qunsetenv("QT_SCALE_FACTOR");
    OpenWindow open;
    return draw_milliseconds(open) / replot_milliseconds(open);
}

/// Runs this program again with `word` and reads its answer.
double in_new_process(const char* word, bool time_it)
{
    QProcess process;
    process.setProcessChannelMode(QProcess::ForwardedErrorChannel);
    const auto start = Clock::now();
    process.start(QFile::symLinkTarget(QStringLiteral("/proc/self/exe")), {QString::fromLatin1(word)});
    process.waitForReadyRead(60000);
    const double milliseconds = 1e3 * seconds_since(start);
    process.waitForFinished(60000);
    return time_it ? milliseconds : process.readAllStandardOutput().trimmed().toDouble();
}

/// From the start of a process to the first picture of the window.
double startup() { return in_new_process(open_window_word, true); }
double peak_rss() { return in_new_process(drag_window_word, false); }

constexpr Benchmark benchmarks[] = {
    {"tick_to_replot_p95_ms", "ms", 3, tick_to_replot_p95},
    {"tick_to_paint_p50_ms", "ms", 3, tick_to_paint_p50},
    {"tick_to_paint_p95_ms", "ms", 3, tick_to_paint_p95},
    {"tick_to_paint_domain_p95_ms", "ms", 3, tick_to_paint_domain_p95},
    {"tick_to_paint_link_p95_ms", "ms", 3, tick_to_paint_link_p95},
    {"tick_to_paint_two_pins_p95_ms", "ms", 3, tick_to_paint_two_pins_p95},
    {"best_tick_to_paint_p50_ms", "ms", 3, best_tick_to_paint_p50},
    {"best_tick_to_paint_p95_ms", "ms", 3, best_tick_to_paint_p95},
    {"best_tick_domain_p95_ms", "ms", 3, best_tick_domain_p95},
    {"best_tick_link_p95_ms", "ms", 3, best_tick_link_p95},
    {"best_tick_two_pins_p95_ms", "ms", 3, best_tick_two_pins_p95},
    {"best_tick_gpt3_p95_ms", "ms", 3, best_tick_gpt3_p95},
    {"longest_turn_ms", "ms", 3, longest_turn},
    {"replot_floor_ms", "ms", 3, replot_floor},
    {"draw_ms", "ms", 3, draw},
    {"draw_to_replot_at_2x", "x", 3, draw_to_replot_at_2x},
    {"startup_ms", "ms", 7, startup},
    {"peak_rss_mb", "MB", 3, peak_rss},
};

} // namespace

std::span<const Benchmark> window_benchmarks() { return benchmarks; }

int open_window()
{
    const auto application = make_application();
    const OpenWindow open;
    std::puts("painted");
    return std::fflush(stdout);
}

int drag_window()
{
    const auto application = make_application();
    OpenWindow open;
    ticks(open);
    QFile status(QStringLiteral("/proc/self/status"));
    if (!status.open(QIODevice::ReadOnly))
        return 1;
    for (const QByteArray& line : status.readAll().split('\n'))
        if (line.startsWith("VmHWM:"))
            std::printf("%g\n", line.mid(6).trimmed().split(' ').first().toDouble() * 1024 / 1e6);
    return std::fflush(stdout);
}

} // namespace plateau::bench
