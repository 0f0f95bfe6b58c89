// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

#include "core/text/messages/error.h"

/// The only ways to standard output and standard error. What cannot be written to standard output is remembered until
/// the command ends; what cannot be written to standard error is lost.
namespace plateau::app {

/// Words of an answer; what others wrote among them is made harmless.
void say(const std::string& words);
/// JSON or CSV, as it stands.
void put(std::string_view data);
/// False from the first failure on: further answers would reach nobody.
bool standard_output_holds();
/// To be called once, when everything is said.
Expected<void> finish_standard_output();

/// "plateau: words", one line.
void remark(const std::string& words);
/// `plateau: where: what; accepted`. Where it is known what to type instead, or much is accepted, that has a line of
/// its own.
void complain(const Error& error);
/// Who read standard output has stopped, as `| head` does, and a person sees it: nothing needs to be said. A script,
/// which has standard error elsewhere, is told.
bool reader_left();
/// How far long work is; steers the cursor.
void show_progress(const std::string& words);

} // namespace plateau::app
