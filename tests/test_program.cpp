// SPDX-License-Identifier: GPL-3.0-or-later
// A room's tests in one program: ROOM_tests NAME [Qt Test's arguments] runs tests/ROOM/NAME.cpp.
#include "tests/test_program.h"

#include <QtTest>
#ifdef PLATEAU_TESTS_OF_WIDGETS
#include <QApplication>
using Application = QApplication;
#else
#include <QCoreApplication>
using Application = QCoreApplication;
#endif

#include <cstdio>
#include <filesystem>
#include <map>

namespace plateau::test {

namespace {

std::map<std::string, std::unique_ptr<QObject> (*)()>& tests()
{
    static std::map<std::string, std::unique_ptr<QObject> (*)()> known;
    return known;
}

} // namespace

Registered::Registered(const char* file, std::unique_ptr<QObject> (*make)())
{
    tests().emplace(std::filesystem::path(file).stem().string(), make);
}

} // namespace plateau::test

int main(int argc, char** argv)
{
    Application application(argc, argv);
    QCoreApplication::setOrganizationName(QStringLiteral("PlateauTest")); // settings of their own
    const auto& tests = plateau::test::tests();
    const auto found = argc > 1 ? tests.find(argv[1]) : tests.end();
    if (found == tests.end()) {
        std::fprintf(stderr, "usage: %s NAME [function...]; NAME is one of\n", argv[0]);
        for (const auto& [name, make] : tests)
            std::fprintf(stderr, "  %s\n", name.c_str());
        return 2;
    }
    return QTest::qExec(found->second().get(), argc - 1, argv + 1);
}
