//! Enumerations whose values are words: of a flag, of a configuration file, of a message between processes.

/// An enumeration whose values are words.
pub trait Words: Copy + Send + Sync + 'static {
    /// The values, with their words and what they mean.
    const ALL: &'static [(Self, &'static str, &'static str)];

    /// Returns the word of a value.
    fn word(self) -> &'static str
    where
        Self: PartialEq,
    {
        Self::ALL.iter().find(|(known, ..)| *known == self).map_or("", |(_, word, _)| word)
    }

    /// Returns the value of a word.
    fn of_word(word: &str) -> Option<Self> {
        Self::ALL.iter().find(|(_, known, _)| *known == word).map(|(value, ..)| *value)
    }
}

/// Declares an enumeration whose values are words; what a value means is its documentation.
macro_rules! words {
    ($(#[$meta:meta])* pub enum $name:ident {
        $(#[doc = $meaning:literal] $(#[$more:meta])* $variant:ident = $word:literal,)*
    }) => {
        $(#[$meta])*
        pub enum $name {
            $(#[doc = $meaning] $(#[$more])* $variant,)*
        }

        impl $crate::words::Words for $name {
            const ALL: &'static [(Self, &'static str, &'static str)] =
                &[$((Self::$variant, $word, $meaning),)*];
        }
    };
}

pub(crate) use words;
