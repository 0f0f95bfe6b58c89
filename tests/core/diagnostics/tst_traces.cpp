// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include <QTemporaryDir>
#include <QtTest>

#include "core/diagnostics/programs/trace.h"
#include "core/diagnostics/programs/trace_events.h"
#include "core/text/messages/words.h"

namespace tst_traces {

using namespace plateau;
using namespace plateau::programs;

namespace {

/// With ' for ".
std::string json(const QByteArray& text)
{
    std::string quoted = text.toStdString();
    std::replace(quoted.begin(), quoted.end(), '\'', '"');
    return quoted;
}

/// A file that lives as long as the test.
class Written {
public:
    explicit Written(const std::string& text)
        : path_(std::filesystem::path(folder_.filePath("trace.json").toStdString()))
    {
        QFile file(QString::fromStdString(path_.string()));
        if (file.open(QIODevice::WriteOnly))
            file.write(text.data(), qint64(text.size()));
    }
    const std::filesystem::path& path() const { return path_; }

private:
    QTemporaryDir folder_;
    std::filesystem::path path_;
};

} // namespace

class TestTraces : public QObject {
    Q_OBJECT
private slots:
    void what_is_no_kernel_is_passed_over_data()
    {
        QTest::addColumn<QByteArray>("head");
        QTest::addColumn<QByteArray>("tail");
        const auto row = [](const char* name, const QByteArray& head, const QByteArray& tail) {
            QTest::newRow(name) << head << tail;
        };
        row("object", "{'name': 'a', 'args': [{'traceEvents': 1}], 'traceEvents': [", "]}");
        row("key behind", "{'traceEvents': [", "], 'distributedInfo': {'rank': 3}}");
        row("list", "[", "]");
    }
    void what_is_no_kernel_is_passed_over()
    {
        QFETCH(QByteArray, head);
        QFETCH(QByteArray, tail);
        const std::string kernel
            = json("{'ph': 'X', 'cat': 'kernel', 'name': 'a\\\\', 'ts': 1, 'dur': 2, 'args': {'x': {}}}");
        const std::string other
            = json("{'ph': 'X', 'cat': 'cpu_op', 'name': '}\\'{', 'args': {'Collective name': 'kernel '}}");
        // longer than what is read at once, so that events lie across two pieces
        std::string text = json(head), wanted = text;
        for (int i = 0; i < 20'000; ++i) {
            const std::string between = i == 0 ? "" : ",\n ";
            text += between + (i % 10 == 0 ? kernel : other);
            wanted += between + (i % 10 == 0 ? kernel : "{}");
        }
        text += json(tail);
        wanted += json(tail);
        const Written file(text);
        Unpacked source(file.path());
        TraceText passed(source);
        std::string got;
        for (; passed.fill(); passed.next())
            got += passed.current();
        QCOMPARE(got.size() + passed.left_out(), text.size());
        QVERIFY(got == wanted);
    }

    void the_last_step_of_a_cut_trace_is_left_out()
    {
        const std::string kernel = json("{'ph': 'X', 'cat': 'kernel', 'name': 'gemm', 'ts': 1, 'dur': 1},");
        const auto mark = [](const QByteArray& number, const QByteArray& start) {
            return json("{'ph': 'X', 'cat': 'user_annotation', 'name': 'ProfilerStep#" + number + "', 'ts': " + start
                        + ", 'dur': 9},");
        };
        const std::string begin = json("{'traceEvents': ["), torn = json("{'ph': 'X', 'cat': 'ker");
        const Written two(begin + kernel + mark("8", "20") + mark("7", "0") + torn);
        const auto read = read_trace(two.path());
        QVERIFY(read);
        QVERIFY(read->is_cut);
        QCOMPARE(read->steps, std::vector<std::string>{"ProfilerStep#7"});
        const Written one(begin + kernel + mark("7", "0") + torn), none(begin + kernel + torn);
        for (const Written* cut : {&one, &none}) {
            const auto nothing = read_trace(cut->path());
            QVERIFY(!nothing);
            QVERIFY(english(nothing.error()).find("ends in the middle") != std::string::npos);
        }
    }

    void what_never_ends_is_refused_and_space_is_passed_over()
    {
        const std::string many(3 << 20, ' '),
            event = json("{'ph': 'X', 'cat': 'kernel', 'name': 'a', 'ts': 1, 'dur': 1}");
        const Written spaces("{" + many + json("'traceEvents': [") + event + many + "]}");
        Unpacked source(spaces.path());
        TraceText passed(source);
        std::size_t handed_on = 0;
        for (; passed.fill(); passed.next())
            ++handed_on;
        QVERIFY(handed_on < std::size_t{1} << 20);
        QVERIFY(read_trace(spaces.path()));
        for (const std::string& endless :
             {json("{'a': '") + std::string(3 << 20, 'x'), "[" + std::string(3 << 20, '1')}) {
            const Written file(endless + json("', 'traceEvents': [") + event + "]}");
            const auto read = read_trace(file.path());
            QVERIFY(!read);
        }
    }

    void a_break_is_said_with_its_place_in_the_file()
    {
        const Written broken(json("{'a': [1, 2], 'b' 3}"));
        const auto read = read_trace(broken.path());
        QVERIFY(!read);
        const std::string said = english(read.error());
        QVERIFY2(said.find("character 19") != std::string::npos, said.c_str());
    }
};

PLATEAU_TEST(TestTraces)

} // namespace tst_traces

#include "tst_traces.moc"
