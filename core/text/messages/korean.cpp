// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/text/messages/korean.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <string_view>
#include <vector>

#include <fmt/format.h>

namespace plateau::korean {

namespace {

/// How a word ends: in a vowel, in ㄹ, or in another consonant.
enum class Sound { Vowel, Rieul, Consonant };

struct Particle {
    std::string_view written;
    std::string_view after_vowel;
    std::string_view after_consonant;
    bool rieul_is_vowel = false;
};
constexpr std::array<Particle, 6> particles{{{"을(를)", "를", "을"},
                                             {"이(가)", "가", "이"},
                                             {"은(는)", "는", "은"},
                                             {"와(과)", "와", "과"},
                                             {"(으)로", "로", "으로", true},
                                             {"(이)", "", "이"}}};

constexpr char32_t first_syllable = 0xAC00, last_syllable = 0xD7A3;
constexpr char32_t endings = 28, rieul = 8;

std::vector<char32_t> letters_of(std::string_view words)
{
    std::vector<char32_t> letters;
    for (std::size_t i = 0; i < words.size();) {
        const auto byte = static_cast<unsigned char>(words[i]);
        const std::size_t size = byte < 0x80 ? 1 : byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4;
        char32_t letter = size == 1 ? byte : byte & (0x7FU >> size);
        for (std::size_t k = 1; k < size && i + k < words.size(); ++k)
            letter = (letter << 6) | (static_cast<unsigned char>(words[i + k]) & 0x3FU);
        letters.push_back(letter);
        i += size;
    }
    return letters;
}

bool is_latin(char32_t c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool is_small(char32_t c) { return c >= 'a' && c <= 'z'; }
bool is_digit(char32_t c) { return c >= '0' && c <= '9'; }

Sound of_digit(char32_t digit)
{
    constexpr std::u32string_view vowels = U"2459", rieuls = U"178";
    return vowels.find(digit) != std::u32string_view::npos ? Sound::Vowel
        : rieuls.find(digit) != std::u32string_view::npos  ? Sound::Rieul
                                                           : Sound::Consonant;
}

/// Units are said in full, abbreviations letter by letter, words as they sound.
Sound of_latin(const std::u32string& word)
{
    constexpr std::array<std::u32string_view, 4> consonants{U"FLOP", U"tok", U"NVL", U"MXFP"};
    if (std::find(consonants.begin(), consonants.end(), word) != consonants.end())
        return word == U"NVL" ? Sound::Rieul : Sound::Consonant;
    const char32_t last = word.back();
    const bool spelled = std::none_of(word.begin(), word.end(), is_small);
    if (spelled)
        return last == 'L' || last == 'R' ? Sound::Rieul : last == 'M' || last == 'N' ? Sound::Consonant : Sound::Vowel;
    const char32_t before = word.size() > 1 ? word[word.size() - 2] : U' ';
    if (word.size() <= 2) // ms, us, kW: said in full
        return Sound::Vowel;
    if (last == 'l' || (last == 'e' && before == 'l'))
        return Sound::Rieul;
    if (last == 'm' || last == 'n' || (last == 'g' && before == 'n') || last == 'p' || (last == 'k' && before == 'c'))
        return Sound::Consonant;
    return Sound::Vowel;
}

/// Of what stands before a particle.
Sound sound_of(const std::vector<char32_t>& letters)
{
    std::size_t end = letters.size();
    const auto skip_to = [&](char32_t opening) {
        while (end > 0 && letters[end - 1] != opening)
            --end;
        end -= end > 0 ? 1 : 0;
    };
    while (end > 0) {
        const char32_t c = letters[end - 1];
        if (c == '>')
            skip_to('<');
        else if (c == ')' && end > 1)
            skip_to('(');
        else if (c == ';' && end > 5 && letters[end - 6] == '&') // &nbsp;
            end -= 6;
        else if (is_latin(c) || is_digit(c) || (c >= first_syllable && c <= last_syllable) || c == '%' || c == 0xD7)
            break;
        else
            --end;
    }
    if (end == 0)
        return Sound::Vowel;
    const char32_t last = letters[end - 1];
    if (last >= first_syllable && last <= last_syllable) {
        const char32_t ending = (last - first_syllable) % endings;
        return ending == 0 ? Sound::Vowel : ending == rieul ? Sound::Rieul : Sound::Consonant;
    }
    if (is_digit(last))
        return of_digit(last);
    if (!is_latin(last))
        return Sound::Vowel; // per cent, times
    std::u32string word;
    for (std::size_t i = end; i > 0 && is_latin(letters[i - 1]); --i)
        word.insert(word.begin(), letters[i - 1]);
    return of_latin(word);
}

} // namespace

void add_with_particles(std::string& said, const std::string& words)
{
    const std::size_t from = said.size();
    said += words;
    for (const Particle& particle : particles)
        for (std::size_t at = said.find(particle.written, from); at != std::string::npos;
             at = said.find(particle.written, at)) {
            const std::vector<char32_t> before = letters_of(std::string_view(said).substr(0, at));
            if (before.empty()) { // nothing to hear yet: a sentence around it will say it
                at += particle.written.size();
                continue;
            }
            const Sound sound = sound_of(before);
            const bool vowel = sound == Sound::Vowel || (sound == Sound::Rieul && particle.rieul_is_vowel);
            const std::string_view heard = vowel ? particle.after_vowel : particle.after_consonant;
            said.replace(at, particle.written.size(), heard);
            at += heard.size();
        }
}

std::string with_particles(const std::string& words)
{
    std::string said;
    add_with_particles(said, words);
    return said;
}

std::string in_myriads(const std::string& number, int power_of_ten)
{
    std::string digits = number;
    std::erase(digits, ',');
    double value = 0;
    const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    if (read.ec != std::errc() || read.ptr != digits.data() + digits.size())
        return {};
    value *= std::pow(10, power_of_ten);
    constexpr std::array<std::pair<double, const char*>, 4> words{
        {{1e16, "경"}, {1e12, "조"}, {1e8, "억"}, {1e4, "만"}}};
    for (const auto& [unit, word] : words)
        if (value >= unit) {
            const double count = value / unit;
            const int places = count >= 99.95 ? 0 : count >= 9.995 ? 1 : 2;
            std::string shown = fmt::format("{:.{}f}", count, places);
            if (places > 0)
                shown.erase(shown.find_last_not_of('0') + 1);
            if (shown.back() == '.')
                shown.pop_back();
            if (const std::size_t whole = std::min(shown.find('.'), shown.size()); whole > 3)
                shown.insert(whole - 3, ",");
            return shown + word;
        }
    return {};
}

} // namespace plateau::korean
