// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>

#include "core/teaching/mechanisms/mechanisms.h"

namespace plateau::mechanisms {

namespace {

constexpr int tokens_drawn = 64, most_domains = 8, most_members = 8;
constexpr double home_y = 1.5, home_width = 5.2, home_height = 5.6;
constexpr double away_left = 8.4, away_right = 15.4, token = 0.2, token_gap = 0.12;
constexpr double clock_left = 3.4, clock_right = 13.6, clock_y = 8.15, clock_height = 0.45;

/// The tokens of one domain, sent to the experts of all and back.
struct Exchange {
    double ranks = 0;
    double domains = 1;
    double bytes = 0;
    double once = 0; ///< seconds of one way
    double experts = 0; ///< seconds of their products
    double members() const { return ranks / domains; }
    double away() const { return 1 - 1 / domains; } ///< share of the tokens that leave the domain
    double end() const { return 2 * once + experts; }
};

class ExpertsPicture {
public:
    explicit ExpertsPicture(const Exchange& exchange)
        : exchange_(exchange), domains_(std::min<int>(most_domains, static_cast<int>(std::ceil(exchange.domains)) - 1)),
          members_(std::clamp(static_cast<int>(exchange.members()), 1, most_members)), seconds_(1.03 * exchange.end())
    {
    }

    Mechanism make()
    {
        const Quantity away{exchange_.away(), units::Unit::Fraction, 2};
        mechanism_
            = {.name = "experts",
               .title = {PLATEAU_TEXT("Tokens go to their experts and back"), {}},
               .caption = exchange_.domains > 1
                   ? Message{PLATEAU_TEXT("The experts lie on %1 domains, so %2 of the tokens leave their own, over "
                                          "the slower network. A larger domain would keep more of them."),
                             {Quantity{exchange_.domains, units::Unit::Count}, away}}
                   : Message{PLATEAU_TEXT("All experts lie in one domain: no token crosses the slower network."), {}},
               .seconds = seconds_,
               .play_seconds = 10};
        homes();
        for (int i = 0; i < tokens_drawn; ++i)
            send(i);
        bars();
        const double there = exchange_.once, computed = there + exchange_.experts;
        mechanism_.stills = {{0.5 * there, {PLATEAU_TEXT("tokens are on their way"), {}}},
                             {there, {PLATEAU_TEXT("all have arrived"), {}}},
                             {computed, {PLATEAU_TEXT("the experts are done"), {}}},
                             {seconds_, {PLATEAU_TEXT("all are back"), {}}}};
        mechanism_.facts
            = {{"away", {PLATEAU_TEXT("Tokens that leave their domain"), {}}, exchange_.away(), units::Unit::Fraction},
               {"once", {PLATEAU_TEXT("One way"), {}}, exchange_.once},
               {"experts", {PLATEAU_TEXT("Products of the experts"), {}}, exchange_.experts},
               {"bytes", {PLATEAU_TEXT("Bytes each GPU sends"), {}}, exchange_.bytes, units::Unit::Bytes}};
        return std::move(mechanism_);
    }

private:
    double home_x() const { return domains_ > 0 ? 0.6 : (sheet_width - home_width) / 2; }
    Actor& add(Actor actor) { return mechanism_.actors.emplace_back(std::move(actor)); }
    double x(double seconds) const { return clock_left + seconds / seconds_ * (clock_right - clock_left); }

    /// A GPU of the own domain: two columns.
    Place member(int i) const
    {
        const int rows = std::max(1, (members_ + 1) / 2), column = i % 2, row = i / 2;
        const double high = (home_height - 0.4) / rows;
        return {home_x() + 0.3 + column * 2.4, home_y + 0.2 + row * high + 0.08, 2.2, high - 0.16};
    }
    /// The place of another domain.
    Place other(int i) const
    {
        const int columns = domains_ > 3 ? 2 : 1, rows = std::max(1, (domains_ + columns - 1) / columns);
        const int column = i % columns, row = i / columns;
        const double wide = (away_right - away_left) / columns, high = (home_height + token_gap) / rows;
        return {away_left + column * wide, home_y + row * high, wide - 0.2, high - token_gap};
    }
    /// The place of a token among others that fill rows and columns.
    static Place spot(const Place& in, int i, int columns, int rows)
    {
        const int column = i % columns, row = i / columns;
        return Place{in.x + in.width * (column + 0.5) / columns, in.y + in.height * (row + 0.5) / rows}.around(token);
    }

    void homes()
    {
        add(said_at(home_x(), 0.85, {PLATEAU_TEXT("One domain: %1"), {gpus_words(exchange_.members())}},
                    {.letters = 0.46, .strong = true}));
        add(still(Shape::Box, Role::Track, {home_x(), home_y, home_width, home_height}));
        for (int i = 0; i < members_; ++i)
            add(still(Shape::Box, Role::Paper, member(i)));
        if (domains_ < 1)
            return;
        add(said_at(away_left, 0.85,
                    {PLATEAU_TEXT("%1 other domains"), {Quantity{exchange_.domains - 1, units::Unit::Count}}},
                    {.letters = 0.46, .strong = true}));
        if (domains_ + 1 < exchange_.domains)
            add(said_at(away_right - 0.2, 0.85, {PLATEAU_TEXT("%1 drawn"), {Verbatim{std::to_string(domains_)}}},
                        {.letters = 0.38, .align = Actor::Align::Right, .role = Role::Muted}));
        for (int i = 0; i < domains_; ++i)
            add(still(Shape::Box, Role::Track, other(i)));
    }

    /// Tokens go evenly to all ranks of all domains: the first of them stay at home.
    void send(int i)
    {
        const int staying = static_cast<int>(std::lround(tokens_drawn * (1 - exchange_.away())));
        const int gpu = i % members_, order = i / members_;
        const int columns = std::max(1, ((tokens_drawn + members_ - 1) / members_ + 1) / 2);
        const Place from = spot(member(gpu), order, columns, 2);
        const bool leaves = i >= staying && domains_ > 0;
        Place to = spot(member((gpu + 1 + order) % members_), order, columns, 2);
        if (leaves) {
            const int at = i - staying, each = (tokens_drawn - staying + domains_ - 1) / domains_;
            const int wide = static_cast<int>(std::ceil(std::sqrt(1.5 * each)));
            to = spot(other(at % domains_), at / domains_, wide, (each + wide - 1) / wide);
        }
        const double there = exchange_.once, back = there + exchange_.experts;
        add(moving(Shape::Disc, leaves ? Role::Exposed : Role::Weights,
                   {key(0, from), key(there, to), key(back, to), key(exchange_.end(), from)},
                   leaves ? "token.away" : "token.home"));
    }

    void bars()
    {
        const double there = exchange_.once, back = there + exchange_.experts;
        add(still(Shape::Box, Role::Track, {clock_left, clock_y, clock_right - clock_left, clock_height}));
        const auto bar = [&](Role role, double begin, double end, const char* id, const char* words) {
            Actor& box = add(moving(Shape::Box, role,
                                    growing(begin, end, {x(begin), clock_y, x(end) - x(begin), clock_height}), id));
            box.words = {words, {}};
            box.letters = 0.38;
        };
        bar(Role::Traffic, 0, there, "there.bar", PLATEAU_TEXT("to the experts"));
        bar(Role::Computing, there, back, "experts.bar", PLATEAU_TEXT("experts compute"));
        bar(Role::Traffic, back, exchange_.end(), "back.bar", PLATEAU_TEXT("and back"));
        add(said_at(clock_left - 0.25, clock_y + clock_height / 2, {PLATEAU_TEXT("One layer"), {}},
                    {.align = Actor::Align::Right}));
        add(said_at(clock_right + 0.2, clock_y + clock_height / 2, {"%1", {seconds_words(exchange_.end())}},
                    {.from = exchange_.end()}));
    }

    Exchange exchange_;
    int domains_; ///< others that are drawn
    int members_;
    double seconds_;
    Mechanism mechanism_;
};

} // namespace

Expected<Mechanism> experts(const Prepared&, const Estimate& estimate)
{
    const auto found
        = std::find_if(estimate.collectives.begin(), estimate.collectives.end(), [](const CollectiveUse& use) {
              return use.among == Among::ExpertRanks && use.operation == collectives::Operation::AllToAll;
          });
    if (found == estimate.collectives.end())
        return failure(
            {PLATEAU_TEXT("This plan sends no tokens to experts. A model with experts and an expert degree of "
                          "2 or more does."),
             {}});
    return ExpertsPicture({.ranks = found->ranks,
                           .domains = found->domains,
                           .bytes = found->bytes,
                           .once = found->seconds,
                           .experts = quantity(estimate, "t_experts_up") + quantity(estimate, "t_experts_down")})
        .make();
}

} // namespace plateau::mechanisms
