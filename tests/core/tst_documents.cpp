// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>

#include "core/text/messages/words.h"

namespace tst_documents {

namespace fs = std::filesystem;

namespace {

std::vector<fs::path> documents()
{
    std::vector<fs::path> found;
    for (const fs::directory_entry& entry : fs::directory_iterator(PROJECT))
        if (entry.path().extension() == ".md")
            found.push_back(entry.path());
    for (const char* folder : {"presets", "resources", "tests"})
        for (const fs::directory_entry& entry : fs::recursive_directory_iterator(fs::path(PROJECT) / folder))
            if (entry.path().extension() == ".md")
                found.push_back(entry.path());
    return found;
}

std::string text_of(const fs::path& file)
{
    std::ifstream in(file);
    return {std::istreambuf_iterator<char>(in), {}};
}

} // namespace

/// What people read names files that are there.
class DocumentsTest : public QObject {
    Q_OBJECT
private slots:
    void every_link_leads_somewhere_data()
    {
        QTest::addColumn<QString>("file");
        for (const fs::path& file : documents())
            QTest::newRow(file.lexically_relative(PROJECT).c_str()) << QString::fromStdString(file.string());
    }

    void every_link_leads_somewhere()
    {
        QFETCH(QString, file);
        const fs::path document = file.toStdString();
        const std::string text = text_of(document);
        QVERIFY(!text.empty());
        // A translated page of help is read in the place of the page it translates.
        const fs::path help = fs::path(PROJECT) / "resources/help";
        const fs::path folder = document.parent_path().parent_path() == help ? help : document.parent_path();
        const std::regex link(R"(\]\(([^)#:]+)(#[^)]*)?\))");
        for (std::sregex_iterator found(text.begin(), text.end(), link), none; found != none; ++found)
            QVERIFY2(fs::exists(folder / found->str(1)), found->str(1).c_str());
    }

    /// The architecture page says what each room and each annex holds that the map of doors knows.
    void every_room_is_on_the_map()
    {
        const std::string page = text_of(fs::path(PROJECT) / "ARCHITECTURE.md");
        std::ifstream map(fs::path(PROJECT) / "tests/doors/rooms.txt");
        std::vector<std::string> names;
        for (std::string line; std::getline(map, line);) {
            const std::string room = line.substr(0, line.find_first_of(": "));
            if (room == "annexes") {
                const std::vector<std::string> annexes = plateau::split(line.substr(room.size() + 2), " ");
                names.insert(names.end(), annexes.begin(), annexes.end());
            } else if (!room.empty() && room.front() != '#') {
                names.push_back(room);
            }
        }
        for (const std::string& name : names)
            QVERIFY2(page.find('`' + name + '`') != std::string::npos, name.c_str());
        QVERIFY(names.size() > 10);
    }
};

PLATEAU_TEST(DocumentsTest)

} // namespace tst_documents

#include "tst_documents.moc"
