// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <QByteArray>
#include <QHash>
#include <QImage>
#include <QObject>
#include <QRectF>
#include <QSize>
#include <QSizeF>
#include <QString>
#include <QStringList>
#include <QTextObjectInterface>

#include "core/charts/figure.h"
#include "core/paper/figure_page.h"
#include "ui/figures/labels.h"
#include "ui/figures/picture.h"

class QCPPainter;
class QMimeData;
class QWidget;

/// Figures on paper: the window's own renderer at any size. Every export carries the scenario it was made from, so
/// that opening the file brings the question back. Needs a QApplication, but no display.
namespace plateau::ui {

/// A figure a page can copy and export, by the name its list shows.
struct NamedFigure {
    QString name;
    figures::Figure figure; ///< as it is looked at
    QSize on_screen; ///< what a copy measures; empty: not shown as a picture of its own
    std::string shown = {}; ///< its name in the terminal; empty: it has none
    const QWidget* view = nullptr; ///< that shows it
    std::optional<figures::Figure> whole = {}; ///< where only a part of its axes is looked at
};

/// Whether there is any font to write with: the program's own, or one of the system.
bool has_fonts();

/// Whether letters of this family can be had; empty: the program's own.
bool has_family(const QString& family);

/// The size in metres where the words need more than was asked for even in the smallest letters; else none.
std::optional<QSizeF> outgrown(const figures::FigurePage& page, const figures::ExportOptions& options);
/// Whether it can be a picture of points at the resolution of the options; the error says which could.
Expected<void> drawable(const figures::FigurePage& page, const figures::ExportOptions& options);
/// In the format of the options.
Expected<QByteArray> page_bytes(const figures::FigurePage& page, const figures::ExportOptions& options);
/// Dots of a picture of so many metres.
QSize dots_of(const QSizeF& metres, double dpi);

/// The letters that an SVG is written in, as @font-face.
QByteArray font_faces(const QByteArray& svg);

/// In the theme of the options, else in `look`.
QImage page_image(const figures::FigurePage& page, const figures::ExportOptions& options, const Theme* look = nullptr);
QImage figure_image(const figures::Figure& figure, const figures::ExportOptions& options, const Theme* look = nullptr);

/// Replaces what stands there; a script's table is written beside it.
Expected<void> write_figure(const QString& file, const figures::FigurePage& page,
                            const figures::ExportOptions& options);
/// Words as a file's name, without a suffix.
QString file_name_of(const QString& words);

/// For the clipboard: the picture as dots and as SVG; the table with tabs, as spreadsheets paste it.
QMimeData* figure_to_paste(const figures::FigurePage& page, const figures::ExportOptions& options);
QMimeData* data_to_paste(const figures::FigurePage& page);

struct TracedPage;

/// Where everything stands on paper once all words have their room: where the letters asked for leave none, the height
/// grows as far as it may or they become smaller, down to 5 points; then the paper grows.
struct Laid {
    QSize size; ///< logical pixels
    QSizeF metres;
    RenderStyle style;
    QString family; ///< of the letters; empty: Plateau Sans
    bool outgrown = false; ///< larger than asked for: there is no room even for the smallest letters
    std::vector<QRect> tiles; ///< of a page of several; without their headings
    Legend legend; ///< of what is drawn alike in several tiles: once, below them
    std::vector<double> legend_heights; ///< height below the axes that a tile shares with those beside it
    QStringList title, asked, caption; ///< lines above and below the tiles
    double above = 0, below = 0; ///< the height they take
};

/// In the theme of the options, else in `look`.
Laid lay_out(const figures::FigurePage& page, const figures::ExportOptions& options, const Theme* look = nullptr);
/// What stands below a figure, in the language spoken unless somebody wrote it.
QString caption_words(const figures::Provenance& about);
/// Onto any device that measures logical pixels; text stays text, lines keep their width when the drawing is scaled.
/// Returns where the plots are. With `taken_apart` neither axes nor curves are drawn: what they show stands in there.
std::vector<QRectF> draw_page(QCPPainter& painter, const figures::FigurePage& page, const Laid& laid, bool vector,
                              TracedPage* taken_apart = nullptr);

/// HTML on A4 paper, as a PDF.
QByteArray printed_page(const QString& html, const std::vector<figures::SheetPicture>& pictures, const QString& title);

/// Prints each of several texts on a sheet of its own, in the largest letters with which it fits; what has no room even
/// in the smallest goes on overleaf.
QByteArray printed_sheets(const std::vector<std::string>& sheets, const std::vector<figures::SheetPicture>& pictures,
                          const std::string& title);

/// The pictures of a text on paper: laid out once, drawn wherever the text has them. Its painter is a QCPPainter.
class PrintedPictures final : public QObject, public QTextObjectInterface {
    Q_OBJECT
    Q_INTERFACES(QTextObjectInterface)
public:
    PrintedPictures(const std::vector<figures::SheetPicture>& pictures, QSizeF paper);

    QSizeF intrinsicSize(QTextDocument* document, int position, const QTextFormat& format) override;
    void drawObject(QPainter* painter, const QRectF& rect, QTextDocument* document, int position,
                    const QTextFormat& format) override;

private:
    struct Picture {
        const figures::FigurePage* page = nullptr; ///< null: the image
        Laid laid = {};
        QImage image = {};
        QSize size = {};
    };

    QSizeF paper_;
    QHash<QString, Picture> pictures_;
};

enum class ReportFormat { Pdf, Html };

/// A report as a file that needs no other. `language`: the code of what it is said in; empty: the window's.
QByteArray report_bytes(const views::Report& report, ReportFormat format, const std::string& language);

/// Draws a picture for a page of the web that has one font for all of them: SVG that holds neither letters nor a
/// question. It is as wide as asked for and higher where its words need it. Where its plots stand and what their axes
/// show is its attribute data-plots, a plot after the other: id, left, top, right, bottom, x from left to right and
/// whether by factors (1) or evenly (0), y from bottom to top and whether by factors.
std::string web_picture(const figures::WebPicture& picture, QSize least);
/// @font-face of the letters of such pictures, and of the words of a page.
std::string web_fonts(const std::string& words);

} // namespace plateau::ui
