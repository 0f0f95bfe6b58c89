// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

#include <atomic>
#include <functional>
#include <memory>
#include <thread>
#include <vector>

#include "core/paper/export_options.h"
#include "core/paper/figure_jobs.h"

class QLabel;
class QLineEdit;
class QPlainTextEdit;
class QProgressBar;
class QPushButton;

namespace plateau::ui {

class QuietCombo;

/// What can be exported in one go, and how its figures come about; the jobs are asked for when the work begins.
struct ExportBundle {
    QString name;
    std::function<std::vector<views::FigureJob>()> jobs;
};

/// Every figure of a scenario, of a set of pins or of a tour into a folder. The answers are computed beside the
/// window, drawn in it; Cancel ends after the figure at work, and what is written stays.
class ExportAllDialog final : public QDialog {
    Q_OBJECT
public:
    ExportAllDialog(std::vector<ExportBundle> bundles, QWidget* parent = nullptr);
    ~ExportAllDialog() override;

    void choose(int bundle, figures::FigureFormat format, const QString& folder);
    void start();
    void cancel();
    bool is_working() const { return working_; }
    int written() const { return written_; }
    QString report() const;

protected:
    void done(int result) override;

private:
    void browse();
    void next();
    void take(const views::FigureJob& job, const views::JobAnswer& answer);
    void finish();
    void tell(const QString& words);
    void set_working(bool working);

    std::vector<ExportBundle> bundles_;
    std::vector<figures::ExportStyle> styles_;
    std::vector<views::FigureJob> jobs_;
    figures::ExportOptions options_;
    QString folder_now_;
    std::size_t at_ = 0;
    int written_ = 0, left_out_ = 0, failed_ = 0;
    bool working_ = false, stopping_ = false;
    std::thread worker_;

    QuietCombo* what_;
    QuietCombo* style_;
    QuietCombo* format_;
    QLineEdit* folder_;
    QPushButton* browse_;
    QProgressBar* progress_;
    QLabel* message_;
    QPlainTextEdit* list_;
    QPushButton* start_;
    QPushButton* close_;
};

} // namespace plateau::ui
