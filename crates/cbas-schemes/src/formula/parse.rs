//! Text to formula: a lexer and one function a grammar rule.

use super::{Coefficient, Formula, Sign, Term};
use crate::error::FormulaError;

/// Parentheses within parentheses; far more than any count needs, far less than the stack holds.
const DEEPEST: usize = 32;

const NO_SYMBOL_INSIDE: &str = "where only numbers and n may stand: keep symbols outside parentheses";

#[derive(Debug, Clone, PartialEq, Eq)]
enum Token {
    Integer(u64),
    N,
    Symbol(String),
    Star,
    Plus,
    Minus,
    Open,
    Close,
    End,
}

/// Reads a whole formula.
pub(super) fn formula(text: &str) -> Result<Formula, FormulaError> {
    let tokens = Lexer { text, characters: text.chars().collect(), at: 0 }.tokens()?;
    Parser { text, tokens, at: 0, depth: 0 }.formula()
}

fn syntax(text: &str, column: usize, found: String, remedy: &'static str) -> FormulaError {
    FormulaError::Syntax { text: text.to_owned(), column, found, remedy }
}

struct Lexer<'a> {
    text: &'a str,
    characters: Vec<char>,
    at: usize,
}

impl Lexer<'_> {
    /// All tokens with their 1-based columns; the last is `End`.
    fn tokens(mut self) -> Result<Vec<(Token, usize)>, FormulaError> {
        let mut tokens = Vec::new();
        loop {
            while self.peek().is_some_and(char::is_whitespace) {
                self.at += 1;
            }
            let column = self.at + 1;
            let Some(character) = self.peek() else {
                tokens.push((Token::End, column));
                return Ok(tokens);
            };
            let token = match character {
                '0'..='9' => self.integer()?,
                'a'..='z' | 'A'..='Z' => self.word()?,
                _ => self.punctuation(character)?,
            };
            tokens.push((token, column));
        }
    }

    fn peek(&self) -> Option<char> {
        self.characters.get(self.at).copied()
    }

    fn take_while(&mut self, accept: impl Fn(char) -> bool) -> String {
        let start = self.at;
        while self.peek().is_some_and(&accept) {
            self.at += 1;
        }
        self.characters[start..self.at].iter().collect()
    }

    fn integer(&mut self) -> Result<Token, FormulaError> {
        let column = self.at + 1;
        let digits = self.take_while(|character| character.is_ascii_digit());
        match digits.parse() {
            Ok(value) => Ok(Token::Integer(value)),
            Err(_) => Err(syntax(
                self.text,
                column,
                format!("`{digits}`"),
                "which does not fit 64 bits: write a smaller number",
            )),
        }
    }

    /// `n`, a paper's symbol with an optional `*`, or an operation with hyphens.
    fn word(&mut self) -> Result<Token, FormulaError> {
        let column = self.at + 1;
        let in_word = |character: char| character.is_ascii_alphanumeric() || character == '_';
        let mut word = self.take_while(in_word);
        if word == "n" {
            return Ok(Token::N);
        }
        if word.strip_prefix('n').is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_uppercase())) {
            return Err(syntax(self.text, column, format!("`{word}`"), "put a `*` after n, as in `n*T_h`"));
        }
        let operation = word.starts_with(|character: char| character.is_ascii_lowercase());
        while operation
            && self.peek() == Some('-')
            && self.characters.get(self.at + 1).is_some_and(char::is_ascii_alphanumeric)
        {
            self.at += 1;
            word.push('-');
            word += &self.take_while(in_word);
        }
        if self.peek() == Some('*') {
            self.at += 1;
            word.push('*');
        }
        Ok(Token::Symbol(word))
    }

    fn punctuation(&mut self, character: char) -> Result<Token, FormulaError> {
        self.at += 1;
        match character {
            '*' => Ok(Token::Star),
            '+' => Ok(Token::Plus),
            '-' => Ok(Token::Minus),
            '(' => Ok(Token::Open),
            ')' => Ok(Token::Close),
            _ => Err(syntax(
                self.text,
                self.at,
                format!("`{character}`"),
                "use only numbers, n, symbols, `+`, `-`, `*` and parentheses",
            )),
        }
    }
}

struct Parser<'a> {
    text: &'a str,
    tokens: Vec<(Token, usize)>,
    at: usize,
    depth: usize,
}

impl Parser<'_> {
    fn peek(&self) -> &Token {
        &self.tokens[self.at].0
    }

    /// Steps over the current token if it is `token`.
    fn skip(&mut self, token: &Token) -> bool {
        let matched = self.peek() == token;
        if matched {
            self.at += 1;
        }
        matched
    }

    fn refuse<T>(&self, remedy: &'static str) -> Result<T, FormulaError> {
        let (token, column) = &self.tokens[self.at];
        Err(syntax(self.text, *column, describe(token), remedy))
    }

    fn formula(mut self) -> Result<Formula, FormulaError> {
        match self.tokens.as_slice() {
            [_] => return Ok(Formula { terms: None }),
            [(Token::Integer(0), _), _] => return Ok(Formula { terms: Some(Vec::new()) }),
            _ => {}
        }
        let mut terms = vec![self.term()?];
        while self.skip(&Token::Plus) {
            terms.push(self.term()?);
        }
        match self.peek() {
            Token::End => Ok(Formula { terms: Some(terms) }),
            Token::Minus => {
                self.refuse("where operations are only added: put the difference into a coefficient, as in `(n-1)*T_h`")
            }
            Token::Close => self.refuse("which closes nothing: remove it"),
            _ => self.refuse("where a symbol ends its term: write the coefficient before the symbol, as in `2*T_h`"),
        }
    }

    fn term(&mut self) -> Result<Term, FormulaError> {
        let coefficient = match self.peek() {
            Token::Symbol(_) => Coefficient::Integer(1),
            _ => self.product()?,
        };
        match self.peek().clone() {
            Token::Symbol(symbol) => {
                self.at += 1;
                Ok(Term { coefficient, symbol })
            }
            Token::Plus | Token::Minus => self.refuse(
                "where a count needs its symbol: write `2*T_h`, and put a sum in parentheses, as in `(n+1)*T_h`",
            ),
            _ => self.refuse("where a count needs its symbol, as in `2*T_h`"),
        }
    }

    /// Factors up to a symbol or the end; a `*` before the symbol is stepped over.
    fn product(&mut self) -> Result<Coefficient, FormulaError> {
        let mut factors = Vec::new();
        loop {
            match self.factor()? {
                Coefficient::Product(inner) => factors.extend(inner),
                factor => factors.push(factor),
            }
            let starred = self.skip(&Token::Star);
            match self.peek() {
                Token::N | Token::Open => {}
                Token::Symbol(_) => break,
                _ if starred => {}
                _ => break,
            }
        }
        Ok(if factors.len() == 1 { factors.remove(0) } else { Coefficient::Product(factors) })
    }

    fn factor(&mut self) -> Result<Coefficient, FormulaError> {
        match *self.peek() {
            Token::Integer(value) => {
                self.at += 1;
                Ok(Coefficient::Integer(value))
            }
            Token::N => {
                self.at += 1;
                Ok(Coefficient::N)
            }
            Token::Open => self.parenthesised(),
            Token::Symbol(_) => self.refuse(NO_SYMBOL_INSIDE),
            _ if self.depth == 0 => self.refuse("where a number, n, `(` or a symbol is needed"),
            _ => self.refuse("where a number, n or `(` is needed"),
        }
    }

    fn parenthesised(&mut self) -> Result<Coefficient, FormulaError> {
        if self.depth == DEEPEST {
            return self.refuse("nested more than 32 deep: multiply some of it out");
        }
        self.depth += 1;
        self.at += 1;
        let first = if self.skip(&Token::Minus) { Sign::Minus } else { Sign::Plus };
        let mut summands = vec![(first, self.product()?)];
        loop {
            let sign = match self.peek() {
                Token::Plus => Sign::Plus,
                Token::Minus => Sign::Minus,
                Token::Close => break,
                Token::Symbol(_) => return self.refuse(NO_SYMBOL_INSIDE),
                _ => return self.refuse("where `+`, `-` or `)` is needed"),
            };
            self.at += 1;
            summands.push((sign, self.product()?));
        }
        self.at += 1;
        self.depth -= 1;
        Ok(match summands.as_slice() {
            [(Sign::Plus, _)] => summands.remove(0).1,
            _ => Coefficient::Sum(summands),
        })
    }
}

fn describe(token: &Token) -> String {
    match token {
        Token::Integer(value) => format!("`{value}`"),
        Token::N => "`n`".to_owned(),
        Token::Symbol(symbol) => format!("`{symbol}`"),
        Token::Star => "`*`".to_owned(),
        Token::Plus => "`+`".to_owned(),
        Token::Minus => "`-`".to_owned(),
        Token::Open => "`(`".to_owned(),
        Token::Close => "`)`".to_owned(),
        Token::End => "the end".to_owned(),
    }
}
