// SPDX-License-Identifier: GPL-3.0-or-later
#include <filesystem>
#include <fstream>
#include <iterator>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <QTemporaryDir>
#include <QTest>

#include "core/files/budget.h"
#include "core/files/output.h"

namespace tst_output {

namespace fs = std::filesystem;
using namespace plateau;
using namespace plateau::files;

/// The one writer of files: what it replaces, what it keeps, what it leaves alone.
class TestOutput : public QObject {
    Q_OBJECT

private slots:
    void the_old_file_stays_until_the_new_one_is_whole()
    {
        const fs::path file = at("whole.csv");
        put(file, "old");
        {
            auto output = Output::open(file, Replacing::any_file());
            QVERIFY(output.has_value());
            QVERIFY(output->write(std::string(1 << 20, 'x')));
            QCOMPARE(get(file), std::string("old"));
        } // dropped: a kill or a failure before the end
        QCOMPARE(get(file), std::string("old"));
        QCOMPARE(entries(), std::size_t(1));
        QVERIFY(write_file(file, "new", Replacing::any_file()));
        QCOMPARE(get(file), std::string("new"));
        QCOMPARE(entries(), std::size_t(1));
        fs::remove(file);
    }

    void permissions_and_links_are_kept()
    {
        const fs::path file = at("secret.csv"), link = at("link.csv"), dangling = at("dangling.csv");
        put(file, "old");
        fs::permissions(file, fs::perms::owner_read | fs::perms::owner_write);
        fs::create_symlink("secret.csv", link);
        fs::create_symlink("later.csv", dangling);
        QVERIFY(write_file(link, "new", Replacing::any_file()));
        QVERIFY(fs::is_symlink(link));
        QCOMPARE(get(file), std::string("new"));
        QCOMPARE(fs::status(file).permissions(), fs::perms::owner_read | fs::perms::owner_write);
        QVERIFY(write_file(dangling, "there", {}));
        QVERIFY(fs::is_symlink(dangling));
        QCOMPARE(get(at("later.csv")), std::string("there"));
        for (const fs::path& each : {file, link, dangling, at("later.csv")})
            fs::remove(each);
    }

    void nothing_else_is_touched()
    {
        // Names a writer could be expected to use for its draft, planted as links.
        const fs::path file = at("planted.csv"), victim = at("victim");
        put(victim, "mine");
        for (const char* name : {"planted.csv.part", "planted.csv.tmp", "planted.csv~", ".planted.csv.part"})
            fs::create_symlink("victim", at(name));
        QVERIFY(write_file(file, "new", {}));
        QCOMPARE(get(victim), std::string("mine"));
        QCOMPARE(get(file), std::string("new"));
        auto first = Output::open(file, Replacing::any_file()), second = Output::open(file, Replacing::any_file());
        QVERIFY(first->write("first") && second->write("second"));
        QVERIFY(first->commit() && second->commit());
        QCOMPARE(get(file), std::string("second"));
        for (const auto& entry : fs::directory_iterator(folder_.path().toStdString()))
            fs::remove(entry);
    }

    void only_earlier_outputs_are_replaced_data()
    {
        QTest::addColumn<QByteArray>("old");
        QTest::addColumn<int>("what");
        QTest::addColumn<bool>("replaced");
        using What = Replacing::What;
        QTest::newRow("empty") << QByteArray() << int(What::Earlier) << true;
        QTest::newRow("earlier") << QByteArray("table 1") << int(What::Earlier) << true;
        QTest::newRow("other") << QByteArray("letter") << int(What::Earlier) << false;
        QTest::newRow("other, agreed") << QByteArray("letter") << int(What::AnyFile) << true;
        QTest::newRow("other, forced") << QByteArray("letter") << int(What::Anything) << true;
    }

    void only_earlier_outputs_are_replaced()
    {
        QFETCH(QByteArray, old);
        QFETCH(int, what);
        QFETCH(bool, replaced);
        const fs::path file = at("table");
        put(file, old.toStdString());
        const Replacing replacing{Replacing::What(what),
                                  [](const std::string& text) { return text.starts_with("table"); },
                                  {},
                                  {"another file", {}}};
        const auto written = write_file(file, "table 2", replacing);
        QCOMPARE(written.has_value(), replaced);
        QCOMPARE(get(file), replaced ? std::string("table 2") : old.toStdString());
        if (!written)
            QVERIFY(english(written.error()).find("another file") != std::string::npos);
    }

    void a_long_one_is_recognised_by_its_beginning()
    {
        const fs::path file = at("long");
        const Replacing replacing{
            Replacing::What::Earlier, [](const std::string& text) { return text.starts_with("table"); }, {}, {}};
        for (const char* beginning : {"table", "other"}) {
            put(file, beginning);
            fs::resize_file(file, files::budget::held + 1); // a hole: no room is taken
            QCOMPARE(write_file(file, "table 2", replacing).has_value(), std::string(beginning) == "table");
        }
        fs::remove(file);
    }

    void inputs_stay()
    {
        const fs::path file = at("input.csv"), link = at("same.csv"), inside = at("presets/a.csv");
        fs::create_directory(at("presets"));
        put(file, "");
        put(inside, "");
        fs::create_symlink("input.csv", link);
        const auto replacing = [&](Replacing::What what) {
            return Replacing{what, [](const std::string&) { return true; }, {file, at("presets")}, {}};
        };
        for (const fs::path& each : {file, link, inside}) {
            QVERIFY(!write_file(each, "x", replacing(Replacing::What::Earlier)));
            QCOMPARE(get(each), std::string());
            QVERIFY(write_file(each, "x", replacing(Replacing::What::Anything)));
            put(each, "");
        }
        QVERIFY(write_file(at("presets/new.csv"), "x", replacing(Replacing::What::Earlier)));
    }

    void devices_and_folders_are_refused()
    {
        const fs::path pipe = at("pipe");
        QCOMPARE(::mkfifo(pipe.c_str(), 0600), 0);
        for (const fs::path& each : {pipe, fs::path("/dev/null")}) {
            QVERIFY(!write_file(each, "x", {}));
            QVERIFY(!write_file(each, "x", Replacing::any_file()));
        }
        const Replacing anything{Replacing::What::Anything, {}, {}, {}};
        QVERIFY(write_file("/dev/null", "x", anything));
        QVERIFY(!write_file(folder_.path().toStdString(), "x", anything));
        QVERIFY(!write_file(at("none/a.csv"), "x", anything));
        QVERIFY(fs::is_fifo(pipe));
    }

    void a_full_disk_is_said()
    {
        const auto written = write_file("/dev/full", "x", {Replacing::What::Anything, {}, {}, {}});
        QVERIFY(!written);
        QVERIFY2(english(written.error()).find("No space left on device") != std::string::npos,
                 english(written.error()).c_str());
    }

    void what_belongs_together_comes_together()
    {
        const fs::path data = at("pair.csv"), script = at("pair.py");
        put(data, "old");
        put(script, "old");
        {
            auto first = Output::open(data, Replacing::any_file()),
                 second = Output::open("/dev/full", {Replacing::What::Anything, {}, {}, {}});
            QVERIFY(first && second);
            first->write("new");
            second->write("new");
            QVERIFY(!Output::commit({&*first, &*second}));
            QCOMPARE(get(data), std::string("old"));
        }
        auto first = Output::open(data, Replacing::any_file()), second = Output::open(script, Replacing::any_file());
        first->write("new");
        second->write("new");
        QVERIFY(Output::commit({&*first, &*second}));
        QCOMPARE(get(data) + get(script), std::string("newnew"));
        fs::remove(data);
        fs::remove(script);
    }

    void what_a_kill_left_is_removed()
    {
        QTemporaryDir folder;
        const fs::path here = folder.path().toStdString();
        const fs::path left = here / ".plateau-0123456789abcdef", held = here / ".plateau-fedcba9876543210",
                       other = here / ".plateau-notes";
        for (const fs::path& file : {left, held, other})
            put(file, "part");
        const int handle = ::open(held.c_str(), O_RDONLY);
        QCOMPARE(::flock(handle, LOCK_EX | LOCK_NB), 0); // a program that still writes
        QVERIFY(write_file(here / "new.csv", "new", {}));
        QVERIFY(!fs::exists(left));
        QVERIFY(fs::exists(held));
        QVERIFY(fs::exists(other));
        ::close(handle);
    }

private:
    fs::path at(const char* name) const { return folder_.filePath(QString::fromUtf8(name)).toStdString(); }
    static void put(const fs::path& file, const std::string& text) { std::ofstream(file, std::ios::binary) << text; }
    static std::string get(const fs::path& file)
    {
        std::ifstream stream(file, std::ios::binary);
        return {std::istreambuf_iterator<char>(stream), {}};
    }

    std::size_t entries() const
    {
        return static_cast<std::size_t>(
            std::distance(fs::directory_iterator(folder_.path().toStdString()), fs::directory_iterator()));
    }

    QTemporaryDir folder_;
};

PLATEAU_TEST(TestOutput)

} // namespace tst_output

#include "tst_output.moc"
