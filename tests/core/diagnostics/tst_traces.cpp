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

    void what_comes_before_the_break_is_kept()
    {
        const Written cut(
            json("{'traceEvents': [{'ph': 'X', 'cat': 'cpu_op', 'ts': 1, 'dur': 1},"
                 "{'ph': 'X', 'cat': 'kernel', 'name': 'gemm', 'ts': 1, 'dur': 1}, {'ph': 'X', 'cat': 'ker"));
        const auto read = read_trace(cut.path());
        QVERIFY(read);
        QVERIFY(read->has_kernels);
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
