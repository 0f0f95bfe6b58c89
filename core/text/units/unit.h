// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace plateau::units {

/// What a number counts. Inside the program the number is SI: bytes, seconds, FLOP, watts, US dollars.
enum class Unit {
    None, ///< a bare number
    Count, ///< a whole number of things; k, M, G, Ki, Mi suffixes
    Gpus,
    Sequences,
    Tokens,
    Fraction, ///< 0.37, shown as 37 %
    Bytes, ///< 80 GB, 1.5 TB, 16 GiB
    BytesPerSecond, ///< 450 GB/s; also typed in bits: 400Gb/s
    BitsPerSecond, ///< held as bytes/s, shown in Gb/s
    Seconds, ///< 7 us, 1.5 ms, 3 h, 90 days, 3 months
    Flop,
    FlopPerSecond,
    Watts,
    Usd,
    UsdPerGpuHour,
    Metres, ///< 88 mm, 3.5 in
    BytesPerParameter,
    Multiplier, ///< 1.4 x
    Joules, ///< shown in Wh, kWh, MWh
    Kilograms, ///< shown in kg and t
    UsdPerKilowattHour,
    GramsPerKilowattHour, ///< carbon intensity of electricity
};

} // namespace plateau::units
