//! `cbas list`: what the tool knows.

use anyhow::Result;
use cbas_bench::library;
use cbas_bench::operation::{self, CATALOGUE};
use cbas_bench::symbol::{PROFILES, SymbolProfile};
use cbas_bench::workload::Workload;
use cbas_schemes::catalogue;

use crate::cli::{ListArgs, ListWhat};
use crate::command::print;
use crate::report::grid::grid;

/// Prints one catalogue.
pub fn run(arguments: &ListArgs) -> Result<()> {
    print(&match arguments.what {
        ListWhat::Operations => operations(),
        ListWhat::Libraries => libraries(),
        ListWhat::Schemes => schemes()?,
        ListWhat::Symbols => symbols()?,
    })
}

fn operations() -> String {
    let rows = CATALOGUE.iter().map(|operation| {
        let mut workloads = library::providers(operation);
        // The default library first.
        workloads.sort_by_key(|workload| workload.library.name != operation.default_library);
        let name = |workload: &Workload| {
            format!("{}{}", workload.library.name, if workload.claims_constant_time { "*" } else { "" })
        };
        let providers: Vec<String> = workloads.iter().map(name).collect();
        vec![
            operation.id.to_owned(),
            operation.symbol.unwrap_or("").to_owned(),
            operation.meaning.to_owned(),
            providers.join(", "),
        ]
    });
    let table = grid(&["operation", "symbol in the study", "what exactly", "libraries, default first"], rows);
    let aes = operation::find("aes-256-cbc-1024").map(library::providers).unwrap_or_default();
    let engines: Vec<&str> = aes.iter().map(|workload| workload.library.name).collect();
    table
        + &format!(
            "* The library's documentation claims constant time for the operation.\n\
             With sizes of yours: mod-exp-MODULUS-EXPONENT (bits, or e65537), pairing-product-K (2 to 64 pairs), and \
             aes-KEY-MODE-BYTES (keys 128, 192, 256; modes cbc, ctr, gcm; {}; `-file` at the end: from a file to a \
             file).\n",
            engines.join(", ")
        )
}

fn libraries() -> String {
    let rows =
        library::libraries().map(|library| vec![library.name.into(), library.version.into(), library.role.into()]);
    grid(&["library", "version", "role"], rows)
}

fn symbols() -> Result<String> {
    let mut rows = Vec::new();
    for name in PROFILES {
        let profile = SymbolProfile::named(name)?;
        for (symbol, operation) in &profile.symbols {
            rows.push(vec![profile.name.clone(), symbol.clone(), operation.clone()]);
        }
    }
    Ok(grid(&["profile", "symbol", "operation"], rows))
}

fn schemes() -> Result<String> {
    let shipped = catalogue::shipped()?;
    let rows = shipped.iter().map(|scheme| {
        vec![scheme.id.clone(), scheme.name.clone(), scheme.security.label.to_string(), scheme.description.clone()]
    });
    Ok(grid(&["scheme", "name", "security", "description"], rows))
}
