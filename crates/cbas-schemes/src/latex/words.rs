//! Words and formulas as TeX.

/// A formula in mathematics: `(2n+2)*T_sm_ec` becomes `$(2n+2)\,T_{\mathrm{sm\,ec}}$`.
pub fn formula(text: &str) -> String {
    match text {
        "" => "--".to_owned(),
        "0" => "$0$".to_owned(),
        _ => format!("${}$", mathematics(text)),
    }
}

/// The same without the dollars, for a formula that is not empty.
pub(super) fn mathematics(text: &str) -> String {
    let terms = text.split(" + ").map(|term| {
        // A `*` at the very end belongs to the symbol.
        let body = term.strip_suffix('*').unwrap_or(term);
        let (coefficient, name) = match body.rfind('*') {
            Some(at) => (&term[..at], &term[at + 1..]),
            None => ("", term),
        };
        let space = if coefficient.is_empty() { "" } else { "\\," };
        format!("{}{space}{}", coefficient.replace('*', "\\,"), symbol(name))
    });
    terms.collect::<Vec<_>>().join(" + ")
}

/// A symbol of a paper, or the name of an operation in upright letters; for mathematics.
pub(super) fn symbol(name: &str) -> String {
    match name.split_once('_') {
        Some((letter, index)) => format!("{letter}_{{\\mathrm{{{}}}}}", index.replace('_', "\\,")),
        None => format!("\\textrm{{{name}}}"),
    }
}

/// Words with every character escaped that TeX reads otherwise. What a plain `pdflatex` knows no letter for is named by
/// its code point, so that it neither stops there nor loses it.
pub fn escaped(words: &str) -> String {
    let mut tex = String::with_capacity(words.len());
    for character in words.chars() {
        match character {
            '\\' => tex.push_str("\\textbackslash{}"),
            '~' => tex.push_str("\\textasciitilde{}"),
            '^' => tex.push_str("\\textasciicircum{}"),
            // An accent over nothing, which needs no further font; so does the Greek letter for micro.
            '`' => tex.push_str("\\`{}"),
            // The usual font has other characters in their places.
            '<' => tex.push_str("\\textless{}"),
            '>' => tex.push_str("\\textgreater{}"),
            '|' => tex.push_str("\\textbar{}"),
            '"' => tex.push_str("''"),
            '{' | '}' | '$' | '&' | '#' | '%' | '_' => tex.extend(['\\', character]),
            '±' => tex.push_str("$\\pm$"),
            'µ' | 'μ' => tex.push_str("$\\mu$"),
            '·' => tex.push_str("$\\cdot$"),
            '×' => tex.push_str("$\\times$"),
            '≤' => tex.push_str("$\\le$"),
            '≥' => tex.push_str("$\\ge$"),
            '√' => tex.push_str("$\\surd$"),
            '−' => tex.push_str("$-$"),
            '–' => tex.push_str("--"),
            '’' => tex.push('\''),
            '\u{202F}' | '\u{2009}' => tex.push_str("\\,"),
            character if character.is_control() => tex.push(' '),
            // ASCII and the letters of western and central Europe.
            character if character.is_ascii() || (character <= '\u{17F}' && character.is_alphabetic()) => {
                tex.push(character);
            }
            other => tex.push_str(&format!("[U+{:04X}]", u32::from(other))),
        }
    }
    tex
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formulas_become_mathematics() {
        for (text, tex) in [
            ("0", "$0$"),
            ("", "--"),
            ("T_h", r"$T_{\mathrm{h}}$"),
            ("(2n+2)*T_sm_ec + 3n*T_h", r"$(2n+2)\,T_{\mathrm{sm\,ec}} + 3n\,T_{\mathrm{h}}$"),
            ("2*T_meo* + n*n*ec-mul", r"$2\,T_{\mathrm{meo*}} + n\,n\,\textrm{ec-mul}$"),
            ("n*point + scalar", r"$n\,\textrm{point} + \textrm{scalar}$"),
        ] {
            assert_eq!(formula(text), tex);
        }
    }

    #[test]
    fn words_cannot_become_commands() {
        assert_eq!(escaped(r"50% {a}_b \x"), r"50\% \{a\}\_b \textbackslash{}x");
        assert_eq!(escaped("`a` <b> Čech 中"), r"\`{}a\`{} \textless{}b\textgreater{} Čech [U+4E2D]");
    }
}
