// SPDX-License-Identifier: GPL-3.0-or-later
#include <cstdio>
#include <filesystem>
#include <string>
#include <vector>

#include "core/files/output.h"
#include "core/files/text_file.h"
#include "core/files/yaml_pack.h"
#include "core/text/messages/speech.h"

/// pack_presets FOLDER FILE: writes the YAML below the folder, parsed, as a pack that the programs find beside it.
int main(int count, char** arguments)
{
    using namespace plateau;
    namespace fs = std::filesystem;
    if (count != 3) {
        std::fprintf(stderr, "usage: pack_presets FOLDER FILE\n");
        return 2;
    }
    std::vector<std::string> texts;
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(arguments[1])) {
        if (entry.path().extension() != ".yaml")
            continue;
        Expected<std::string> text = files::read_text(entry.path());
        if (!text) {
            std::fprintf(stderr, "pack_presets: %s\n", english(text.error()).c_str());
            return 1;
        }
        texts.push_back(std::move(*text));
    }
    const Expected<void> written
        = files::write_file(arguments[2], files::packed_yaml(texts), files::Replacing::any_file());
    if (!written)
        std::fprintf(stderr, "pack_presets: %s\n", english(written.error()).c_str());
    return written ? 0 : 1;
}
