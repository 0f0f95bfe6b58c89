// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>

class QObject;

namespace plateau::test {

/// A test class of this room's program, known there by the name of its file: tst_csv.cpp is tst_csv.
struct Registered {
    Registered(const char* file, std::unique_ptr<QObject> (*make)());
};

} // namespace plateau::test

/// Ends a tst_*.cpp, before its .moc.
#define PLATEAU_TEST(Class)                                                                                            \
    static const plateau::test::Registered registered_##Class(                                                         \
        __FILE__, []() -> std::unique_ptr<QObject> { return std::make_unique<Class>(); });
