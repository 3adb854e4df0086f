//! Writes pictures of few colours as PNG: a palette keeps the files small.

use std::cmp::Reverse;
use std::collections::HashMap;

use super::{PlotError, theme};

/// Colours of a picture at most beside those of the theme; smoothed edges need few, and fewer make smaller files.
const COLOURS: usize = 64;
/// Shades of each colour of the theme towards the paper that are kept, however few pixels have them.
const SHADES: u32 = 4;

/// Red, green and blue.
type Colour = [u8; 3];

/// Encodes rows of red, green and blue bytes.
///
/// The colours of the theme and the `COLOURS` most frequent others are kept; the rest, smoothed edges for the most part,
/// become the nearest of them.
pub(super) fn encode(rgb: &[u8], width: usize, height: usize) -> Result<Vec<u8>, PlotError> {
    let (palette, pixels) = indexed(rgb);
    let mut bytes = Vec::new();
    let mut encoder = ::png::Encoder::new(&mut bytes, width as u32, height as u32);
    encoder.set_color(::png::ColorType::Indexed);
    encoder.set_depth(::png::BitDepth::Eight);
    encoder.set_palette(palette.concat());
    // Neighbouring numbers of a palette are no neighbouring colours: no row filter.
    encoder.set_filter(::png::Filter::NoFilter);
    // The highest level takes half as long again and saves nothing that matters.
    encoder.set_compression(::png::Compression::Balanced);
    let refuse = |error: ::png::EncodingError| PlotError::Drawing(error.to_string());
    let mut writer = encoder.write_header().map_err(refuse)?;
    writer.write_image_data(&pixels).map_err(refuse)?;
    writer.finish().map_err(refuse)?;
    Ok(bytes)
}

/// The palette, and the number of the colour of each pixel.
fn indexed(rgb: &[u8]) -> (Vec<Colour>, Vec<u8>) {
    let (pixels, _) = rgb.as_chunks::<3>();
    // Runs of one colour, so that the map is asked once a run.
    let runs: Vec<&[Colour]> = pixels.chunk_by(|a, b| a == b).collect();
    let mut counts: HashMap<Colour, usize> = HashMap::new();
    for run in &runs {
        *counts.entry(run[0]).or_default() += run.len();
    }
    let mut colours: Vec<(Colour, usize)> = counts.into_iter().collect();
    colours.sort_unstable_by_key(|&(colour, count)| (Reverse(count), colour));
    // A mark of ten pixels keeps its colour in a picture of a thousand shades.
    let themed = themed();
    let others = colours.iter().map(|(colour, _)| *colour).filter(|colour| !themed.contains(colour)).take(COLOURS);
    let palette: Vec<Colour> = themed.iter().copied().chain(others).collect();
    let numbers: HashMap<Colour, u8> = colours.iter().map(|&(colour, _)| (colour, nearest(&palette, colour))).collect();
    let indices = runs.iter().flat_map(|run| std::iter::repeat_n(numbers[&run[0]], run.len()));
    (palette, indices.collect())
}

/// The colours of the theme, and shades of each.
fn themed() -> Vec<Colour> {
    let mut themed: Vec<Colour> = vec![[255; 3]];
    for colour in theme::LINES {
        let shade = |part: u8, step: u32| ((u32::from(part) * (SHADES - step) + 255 * step) / SHADES) as u8;
        themed.extend((0..SHADES).map(|step| [colour.0, colour.1, colour.2].map(|part| shade(part, step))));
    }
    // Areas on bare paper, as in a legend.
    for (colour, opacity) in theme::AREAS {
        let shade = |part: u8| (f64::from(part) * opacity + 255.0 * (1.0 - opacity)).round() as u8;
        themed.push([colour.0, colour.1, colour.2].map(shade));
    }
    themed
}

fn nearest(palette: &[Colour], colour: Colour) -> u8 {
    let far = |other: &Colour| -> u32 { other.iter().zip(colour).map(|(a, b)| u32::from(a.abs_diff(b)).pow(2)).sum() };
    (0u8..=255).zip(palette).min_by_key(|(_, other)| far(other)).map_or(0, |(number, _)| number)
}
