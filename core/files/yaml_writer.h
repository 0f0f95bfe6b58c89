// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

namespace plateau::files {

/// A text as a YAML scalar that read_yaml() reads back unchanged: as it stands where that is safe, else in quotes.
std::string yaml_scalar(const std::string& text);

/// Writes YAML line by line, in the order of the calls.
///
///     YamlWriter yaml;
///     yaml.entry("kind", "training");
///     yaml.begin("set");
///     yaml.entry("gpus", "2048");
///     yaml.end();
///     yaml.text();
class YamlWriter {
public:
    void comment(const std::string& text);
    void entry(const std::string& key, const std::string& value);
    /// A text of several lines as an indented block; as entry() where a block could not hold it.
    void block(const std::string& key, const std::string& text);
    void list(const std::string& key, const std::vector<std::string>& values); ///< key: [a, b]
    void begin(const std::string& key);
    void end();
    const std::string& text() const { return text_; }

private:
    std::string indent() const;

    std::string text_;
    int depth_ = 0;
};

/// A mapping as a person wrote it, with what has changed since put in: `before` is the same mapping as a program
/// writes it, `after` what that has become. Values are replaced where they stand, new keys follow the key that
/// precedes them in `after`, keys that only `before` has go; all else stays as it is: comments, order, spelling and
/// keys that neither has. `after` itself where the text is not a key to a line.
std::string patched_yaml(const std::string& original, const std::string& before, const std::string& after);

} // namespace plateau::files
