//! Reading of the embedded tables of `data/`.
//!
//! [`table`] parses a text to a tree, and [`DataValue`] reads a type from the tree. It tries only the form that the type
//! expects, so that the module for browsers stays small: `toml` compiles all forms for each type.

use serde::de::value::{Error, MapDeserializer, SeqDeserializer};
use serde::de::{DeserializeOwned, Deserializer, Error as _, IntoDeserializer, Visitor};
use serde::forward_to_deserialize_any;
use toml::de::{DeTable, DeValue};

/// Reads an embedded table. The tests check all tables, so a parse error cannot occur in a release. If it did, the
/// table would be empty.
pub fn table<T: DeserializeOwned + Default>(text: &str) -> T {
    let tree = DeTable::parse(text).map(|table| DeValue::Table(table.into_inner()));
    tree.ok().and_then(|tree| T::deserialize(DataValue(&tree)).ok()).unwrap_or_default()
}

/// A value of an embedded table.
#[derive(Clone, Copy)]
struct DataValue<'t>(&'t DeValue<'t>);

impl<'t> DataValue<'t> {
    fn other(self, expected: &str) -> Error {
        Error::custom(format_args!("expected {expected}, found {}", self.0.type_str()))
    }

    fn text(self) -> Result<&'t str, Error> {
        match self.0 {
            DeValue::String(text) => Ok(text),
            _ => Err(self.other("a text")),
        }
    }
}

impl<'de> Deserializer<'de> for DataValue<'_> {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.0 {
            DeValue::String(text) => visitor.visit_str(text),
            DeValue::Integer(number) => visitor.visit_i64(number.as_str().parse().map_err(Error::custom)?),
            DeValue::Boolean(value) => visitor.visit_bool(*value),
            DeValue::Array(_) => self.deserialize_seq(visitor),
            DeValue::Table(_) => self.deserialize_map(visitor),
            DeValue::Float(_) | DeValue::Datetime(_) => Err(self.other("another value")),
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_some(self)
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        let list = self.0.as_array().ok_or_else(|| self.other("a list"))?;
        visitor.visit_seq(SeqDeserializer::new(list.iter().map(|value| DataValue(value.get_ref()))))
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        let table = self.0.as_table().ok_or_else(|| self.other("a table"))?;
        let fields = table.iter().map(|(name, value)| (name.get_ref().as_ref(), DataValue(value.get_ref())));
        visitor.visit_map(MapDeserializer::new(fields))
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        self.deserialize_map(visitor)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        visitor.visit_enum(self.text()?.into_deserializer())
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit unit_struct
        newtype_struct tuple tuple_struct identifier ignored_any
    }
}

impl IntoDeserializer<'_, Error> for DataValue<'_> {
    type Deserializer = Self;

    fn into_deserializer(self) -> Self {
        self
    }
}
