//! Ids and the maps keyed by them.
//!
//! Everything in a [`Module`](crate::Module) is named by a small `Copy` id, never by a reference, so that
//! side tables are independent of the data and edits of the graph do not fight the borrow checker. An id
//! prints as its name in the text of the IR.

use std::fmt::Debug;
use std::marker::PhantomData;
use std::ops::{Index, IndexMut};

/// An id: a newtype over an index into a [`PrimaryMap`].
pub trait Entity: Copy + Eq + Debug {
    /// Returns the id with this index.
    fn new(index: usize) -> Self;
    /// Returns the index of this id.
    fn index(self) -> usize;
}

/// Declares an id type with the prefix that it prints with.
macro_rules! entity {
    ($(#[$meta:meta])* $name:ident, $prefix:literal) => {
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(pub(crate) u32);
        impl $crate::entity::Entity for $name {
            #[inline]
            fn new(index: usize) -> Self {
                Self(u32::try_from(index).expect("a module holds fewer than 2^32 of a kind"))
            }
            #[inline]
            fn index(self) -> usize {
                self.0 as usize
            }
        }
        impl std::fmt::Debug for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                write!(f, concat!($prefix, "{}"), self.0)
            }
        }
    };
}
pub(crate) use entity;

/// The owning table of a kind of entity: pushing an item creates the next id.
#[derive(Clone, Debug)]
pub struct PrimaryMap<K, V> {
    items: Vec<V>,
    key: PhantomData<K>,
}

impl<K, V> Default for PrimaryMap<K, V> {
    fn default() -> Self {
        Self { items: Vec::new(), key: PhantomData }
    }
}

impl<K: Entity, V> PrimaryMap<K, V> {
    /// Adds an item and returns its id.
    pub fn push(&mut self, value: V) -> K {
        let key = K::new(self.items.len());
        self.items.push(value);
        key
    }

    /// Returns the number of items.
    #[inline]
    pub fn len(&self) -> usize {
        self.items.len()
    }

    /// Reserves memory for more items.
    pub fn reserve(&mut self, n_more: usize) {
        self.items.reserve(n_more);
    }

    /// A copy that can grow to twice the size without moving.
    #[must_use]
    pub fn copy_with_room(&self) -> Self
    where
        V: Clone,
    {
        Self { items: copy_with_room(&self.items), key: PhantomData }
    }

    /// Returns an iterator over the items that allows changing them.
    pub fn values_mut(&mut self) -> impl Iterator<Item = &mut V> {
        self.items.iter_mut()
    }

    /// Whether there are no items.
    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }
}

/// A copy of a table that can grow to twice the size without moving.
pub(crate) fn copy_with_room<V: Clone>(items: &[V]) -> Vec<V> {
    let mut copy = Vec::with_capacity(2 * items.len());
    copy.extend_from_slice(items);
    copy
}

impl<K: Entity, V> Index<K> for PrimaryMap<K, V> {
    type Output = V;
    #[inline]
    fn index(&self, key: K) -> &V {
        &self.items[key.index()]
    }
}

impl<K: Entity, V> IndexMut<K> for PrimaryMap<K, V> {
    #[inline]
    fn index_mut(&mut self, key: K) -> &mut V {
        &mut self.items[key.index()]
    }
}

/// A side table: every key has a value, initially the default one.
#[derive(Clone, Debug)]
pub struct SecondaryMap<K, V> {
    items: Vec<V>,
    default: V,
    key: PhantomData<K>,
}

impl<K: Entity, V: Clone + Default> Default for SecondaryMap<K, V> {
    fn default() -> Self {
        Self { items: Vec::new(), default: V::default(), key: PhantomData }
    }
}

impl<K: Entity, V: Clone + Default> SecondaryMap<K, V> {
    /// Creates an empty side table.
    pub fn new() -> Self {
        Self::default()
    }

    /// Removes every value and keeps the memory.
    pub fn clear(&mut self) {
        self.items.clear();
    }
}

impl<K: Entity, V: Clone> Index<K> for SecondaryMap<K, V> {
    type Output = V;
    fn index(&self, key: K) -> &V {
        self.items.get(key.index()).unwrap_or(&self.default)
    }
}

impl<K: Entity, V: Clone> IndexMut<K> for SecondaryMap<K, V> {
    fn index_mut(&mut self, key: K) -> &mut V {
        if self.items.len() <= key.index() {
            self.items.resize(key.index() + 1, self.default.clone());
        }
        &mut self.items[key.index()]
    }
}

/// A contiguous part of a pool: `len` items from `first`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Run {
    /// Index of the first item.
    pub first: u32,
    /// Number of items.
    pub len: u32,
}

impl Run {
    /// Returns the run as a range of indices.
    #[inline]
    pub fn range(self) -> std::ops::Range<usize> {
        self.first as usize..(self.first + self.len) as usize
    }
}
