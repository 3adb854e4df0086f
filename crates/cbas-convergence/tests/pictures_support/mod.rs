//! Reads pictures back: the texts of an SVG document, the pixels of a PNG file.

// Each test file compiles its own copy and may use only a part of it.
#![allow(dead_code)]

/// Checks nesting, quoting and entities; returns the texts.
pub fn texts(svg: &str) -> Vec<String> {
    let (mut open, mut texts) = (Vec::new(), Vec::new());
    for part in svg.split('<').skip(1) {
        let (tag, text) = part.split_once('>').expect("a tag ends");
        assert_eq!(tag.matches('"').count() % 2, 0, "quotes pair up in <{tag}>");
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop(), Some(name), "tags nest");
        } else if !tag.ends_with('/') {
            open.push(tag.split_whitespace().next().expect("a tag has a name"));
            if open.last() == Some(&"text") {
                texts.push(text.trim().to_owned());
            }
        }
        for rest in part.split('&').skip(1) {
            let entity = rest.split(';').next().unwrap();
            assert!(["amp", "lt", "gt", "quot", "apos"].contains(&entity), "&{entity};");
        }
    }
    assert!(open.is_empty(), "left open: {open:?}");
    assert!(!svg.contains("NaN") && !svg.contains("inf\"") && !svg.contains("2147483647"));
    texts
}

/// Checks that each of `wanted` is a text of the document.
pub fn assert_texts(svg: &str, wanted: &[&str]) {
    let texts = texts(svg);
    for wanted in wanted {
        assert!(texts.iter().any(|text| text == wanted), "no {wanted:?} in {texts:#?}");
    }
}

/// A picture in true colour.
pub struct Picture {
    /// Pixels in a row.
    pub width: usize,
    /// Rows.
    pub height: usize,
    /// Rows of pixels.
    pub pixels: Vec<[u8; 3]>,
}

/// Decodes a PNG to true colour.
pub fn decode(bytes: &[u8]) -> Picture {
    let mut decoder = png::Decoder::new(std::io::Cursor::new(bytes));
    decoder.set_transformations(png::Transformations::EXPAND);
    let mut reader = decoder.read_info().expect("a PNG header");
    let mut rgb = vec![0; reader.output_buffer_size().expect("a size")];
    let info = reader.next_frame(&mut rgb).expect("whole image data");
    assert_eq!(info.color_type, png::ColorType::Rgb);
    let pixels = rgb.as_chunks::<3>().0.to_vec();
    Picture { width: info.width as usize, height: info.height as usize, pixels }
}
