//! The time of day, as written in manifests and records.

use std::time::{SystemTime, UNIX_EPOCH};

/// Now, UTC, to the millisecond, in the form of RFC 3339: `2026-01-31T12:34:56.789Z`.
///
/// Always as long, so that the texts sort as the times do. Before 1970 a clock is wrong: such times are
/// written as the start of 1970.
pub fn now() -> String {
    rfc3339(SystemTime::now())
}

fn rfc3339(time: SystemTime) -> String {
    let since = time.duration_since(UNIX_EPOCH).unwrap_or_default();
    let (seconds, milliseconds) = (since.as_secs(), since.subsec_millis());
    let (year, month, day) = date(seconds / 86_400);
    let (hour, minute, second) = (seconds / 3600 % 24, seconds / 60 % 60, seconds % 60);
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}.{milliseconds:03}Z")
}

/// Year, month and day of a day counted from 1970-01-01, in the Gregorian calendar.
///
/// Years are counted from March, so that the leap day is the last one of its year and the lengths of the
/// months before it repeat every five (31, 30, 31, 30, 31).
fn date(days_since_1970: u64) -> (u64, u64, u64) {
    const DAYS_OF_400_YEARS: u64 = 146_097;
    // 1970-01-01 is 719 468 days after 0000-03-01.
    let days = days_since_1970 + 719_468;
    let (cycle, day) = (days / DAYS_OF_400_YEARS, days % DAYS_OF_400_YEARS);
    // Take out the leap days before `day`: one in 4 years, none in 100, one in 400.
    let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365;
    let day_of_year = day - (365 * year + year / 4 - year / 100);
    // Five months have 153 days.
    let month = (5 * day_of_year + 2) / 153;
    let day_of_month = day_of_year - (153 * month + 2) / 5 + 1;
    let (month, next_year) = if month < 10 { (month + 3, 0) } else { (month - 9, 1) };
    (400 * cycle + year + next_year, month, day_of_month)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn times_are_those_of_the_calendar() {
        // From `date --utc --date=@SECONDS`.
        for (milliseconds, text) in [
            (0, "1970-01-01T00:00:00.000Z"),
            (951_782_399_999, "2000-02-28T23:59:59.999Z"),
            (951_782_400_000, "2000-02-29T00:00:00.000Z"),
            (951_868_800_070, "2000-03-01T00:00:00.070Z"),
            (1_000_000_000_000, "2001-09-09T01:46:40.000Z"),
            (1_735_689_599_100, "2024-12-31T23:59:59.100Z"),
            (1_769_862_896_789, "2026-01-31T12:34:56.789Z"),
            (4_107_542_400_000, "2100-03-01T00:00:00.000Z"),
        ] {
            assert_eq!(rfc3339(UNIX_EPOCH + Duration::from_millis(milliseconds)), text);
        }
    }

    #[test]
    fn every_day_of_four_centuries_follows_the_one_before() {
        let leap = |year: u64| year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
        let (mut year, mut month, mut day) = (1970, 1, 1);
        for days in 0..=146_097 {
            assert_eq!(date(days), (year, month, day));
            let length = match month {
                2 if leap(year) => 29,
                2 => 28,
                4 | 6 | 9 | 11 => 30,
                _ => 31,
            };
            day += 1;
            if day > length {
                (month, day) = (month + 1, 1);
            }
            if month > 12 {
                (year, month) = (year + 1, 1);
            }
        }
    }
}
