// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTemporaryDir>
#include <QTest>

#include "core/evidence/claims.h"
#include "core/teaching/tours/tour.h"
#include "tests/core/shipped_catalog.h"
#include "tests/core/slips.h"

namespace tst_tour_slips {

using namespace plateau;
namespace fs = std::filesystem;

/// One slip in a person's tour is told with its place.
class TourSlips : public QObject {
    Q_OBJECT
private slots:
    void a_guess_of_no_place_is_told_where_it_stands()
    {
        std::ifstream stream(fs::path(PRESETS) / "tours/end-of-scaling.yaml", std::ios::binary);
        std::string text{std::istreambuf_iterator<char>(stream), {}};
        const std::string place = "\n      at: ";
        const std::size_t at = text.find(place);
        QVERIFY(at != std::string::npos);
        text.replace(at, place.size(), place + "# ");
        const QTemporaryDir folder;
        const fs::path file = fs::path(folder.path().toStdString()) / "tours/f.yaml";
        const auto document = files::parse_yaml(text, file.string());
        QVERIFY(document.has_value());
        const std::vector<Error> errors = read(*document);
        QVERIFY(!errors.empty());
        QVERIFY2(std::any_of(errors.begin(), errors.end(),
                             [&](const Error& error) {
                                 return error.where.starts_with(file.string() + ":")
                                     && english(error.what).find("at has no value") != std::string::npos;
                             }),
                 english(errors.front()).c_str());
    }

    /// Nothing a person leaves out or mistypes ends the program; what is told stands in the file.
    void every_slip_of_every_value()
    {
        auto document = files::read_yaml(fs::path(PRESETS) / "tours/end-of-scaling.yaml");
        QVERIFY(document.has_value());
        test::keep_one_of_each(document->root);
        const QTemporaryDir place;
        document->file = (fs::path(place.path().toStdString()) / "tours/end-of-scaling.yaml").string();
        const test::Told told = test::every_slip_told(*document, read);
        QVERIFY2(told.wrong.empty(), told.wrong.c_str());
        QVERIFY(told.count > 20);
    }

private:
    static std::vector<Error> read(const files::Document& document)
    {
        static const tours::PaperClaims claims
            = claims::read_paper_claims(test::shipped(), evidence::read_claims({PRESETS}));
        test::write(document.file, test::text_of(document.root));
        std::vector<Error> errors;
        tours::read_tour(test::shipped(), claims, document.file, errors);
        return errors;
    }
};

PLATEAU_TEST(TourSlips)

} // namespace tst_tour_slips

#include "tst_tour_slips.moc"
