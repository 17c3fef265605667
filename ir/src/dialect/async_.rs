//! The async dialect: asynchronous work, and the runtime and coroutine operations to which it is lowered.

use crate::def::{
    AttrConstraint, OpDef, Outside, Trait, TypeSet, any_number, derive, one, optional, optional_attr,
};
use crate::def::{required_attr, types};
use crate::module::Module;
use crate::types::{AsyncType, Type, TypeKind};

mod execute;
mod function;
mod runtime;

const fn only(name: &'static str, accepts: fn(&Module, Type) -> bool, ty: Type) -> TypeSet {
    TypeSet { name, accepts, only: Some(ty) }
}

const fn set(name: &'static str, accepts: fn(&Module, Type) -> bool) -> TypeSet {
    TypeSet { name, accepts, only: None }
}

static TOKEN: TypeSet = only("async token type", |_, ty| ty == Type::ASYNC_TOKEN, Type::ASYNC_TOKEN);
static GROUP: TypeSet = only("async group type", |_, ty| ty == Type::ASYNC_GROUP, Type::ASYNC_GROUP);
static CORO_ID: TypeSet =
    only("switched-resume coroutine identifier", |_, ty| ty == Type::CORO_ID, Type::CORO_ID);
static CORO_HANDLE: TypeSet = only("coroutine handle", |_, ty| ty == Type::CORO_HANDLE, Type::CORO_HANDLE);
static CORO_STATE: TypeSet = only("saved coroutine state", |_, ty| ty == Type::CORO_STATE, Type::CORO_STATE);
static VALUE: TypeSet = set("async value type", |m, ty| value_type(m, ty).is_some());
static VALUE_OR_TOKEN: TypeSet = set("async value type or async token type", |m, ty| {
    ty == Type::ASYNC_TOKEN || value_type(m, ty).is_some()
});
static ANY: TypeSet = set("async value type or async token type or async group type", |m, ty| {
    ty == Type::ASYNC_TOKEN || ty == Type::ASYNC_GROUP || value_type(m, ty).is_some()
});

/// Returns `T` of `!async.value<T>`; `None` for other types.
pub fn value_type(module: &Module, ty: Type) -> Option<Type> {
    match module.type_kind(ty) {
        TypeKind::Async(AsyncType::Value(value)) => Some(*value),
        _ => None,
    }
}

/// Returns the structure of `T` of `!async.value<T>`.
fn value_of(module: &Module, ty: Type) -> Option<TypeKind> {
    value_type(module, ty).map(|value| module.type_kind(value).clone())
}

dialect! {
    /// Work that starts when its tokens and values are available. `async.execute` orders device work through
    /// its tokens; the rest is only parsed and printed.
    Async = "async" {
        /// Runs a region when its dependencies are complete; yields a token and values that become available
        /// when the region is complete.
        Execute = OpDef::new("execute")
            .operands(&[any_number("dependencies", &TOKEN), any_number("bodyOperands", &VALUE_OR_TOKEN)])
            .results(&[one("token", &TOKEN), any_number("bodyResults", &VALUE)])
            .traits(&[Trait::SingleBlock, Trait::RecursiveEffects]).regions(&["bodyRegion"])
            .code(execute::SYNTAX).verify(execute::verify).result_names(&["token", "bodyResults"]),
        /// Terminates the region of `async.execute` and yields values.
        Yield = OpDef::new("yield").operands(&[any_number("operands", &types::ANY)])
            .traits(&[Trait::Pure, Trait::Terminator]).parents(&["async.execute"])
            .pattern("($operands^ `:` type($operands))? attr-dict"),
        /// Waits for a token or a value, and yields the content of the value.
        Await = OpDef::new("await").operands(&[one("operand", &VALUE_OR_TOKEN)])
            .results(&[optional("result", &types::ANY)])
            .pattern("$operand `:` type($operand) attr-dict").infer(execute::infer_await)
            .verify(execute::verify_await),
        /// A function with asynchronous results: an optional token first, then values.
        Func = OpDef::new("func")
            .attrs(&[required_attr("sym_name", AttrConstraint::Str),
                required_attr("function_type", AttrConstraint::Type),
                optional_attr("sym_visibility", AttrConstraint::Str),
                optional_attr("arg_attrs", AttrConstraint::Array),
                optional_attr("res_attrs", AttrConstraint::Array)])
            .traits(&[Trait::Isolated, Trait::Symbol]).regions(&["body"])
            .code(crate::dialect::func::FUNCTION_SYNTAX).verify(function::verify),
        /// Calls an async function by its symbol.
        Call = OpDef::new("call").operands(&[any_number("operands", &types::ANY)])
            .results(&[any_number("results", &VALUE_OR_TOKEN)])
            .attrs(&[required_attr("callee", AttrConstraint::FlatSymbol),
                optional_attr("arg_attrs", AttrConstraint::Array).outside(Outside::Assigned),
                optional_attr("res_attrs", AttrConstraint::Array).outside(Outside::Assigned)])
            .pattern("$callee `(` $operands `)` attr-dict `:` functional-type").verify(function::verify_call),
        /// Returns the contents of its values from an async function.
        Return = OpDef::new("return").operands(&[any_number("operands", &types::ANY)])
            .traits(&[Trait::Pure, Trait::Terminator]).parents(&["async.func"])
            .pattern("attr-dict ($operands^ `:` type($operands))?").verify(function::verify_return),
        /// Creates an empty group for this many tokens and values.
        CreateGroup = create_group("create_group").traits(&[Trait::Pure]),
        /// Adds a token or value to a group and yields its number there.
        AddToGroup = add_to_group("add_to_group")
            .pattern("$operand `,` $group `:` type($operand) attr-dict"),
        /// Waits for everything in a group.
        AwaitAll = OpDef::new("await_all").operands(&[one("operand", &GROUP)]).pattern("$operand attr-dict"),
        /// The identifier of the coroutine that the enclosing function becomes.
        CoroId = OpDef::new("coro.id").results(&[one("id", &CORO_ID)]).pattern("attr-dict"),
        /// Begins a coroutine.
        CoroBegin = OpDef::new("coro.begin").operands(&[one("id", &CORO_ID)])
            .results(&[one("handle", &CORO_HANDLE)]).pattern("$id attr-dict"),
        /// Frees the frame of a coroutine.
        CoroFree = OpDef::new("coro.free").operands(&[one("id", &CORO_ID), one("handle", &CORO_HANDLE)])
            .pattern("$id `,` $handle attr-dict"),
        /// Ends a coroutine in its suspend block.
        CoroEnd = OpDef::new("coro.end").operands(&[one("handle", &CORO_HANDLE)]).pattern("$handle attr-dict"),
        /// Saves the state of a coroutine.
        CoroSave = OpDef::new("coro.save").operands(&[one("handle", &CORO_HANDLE)])
            .results(&[one("state", &CORO_STATE)]).pattern("$handle attr-dict"),
        /// Suspends a coroutine; continues in the suspend, resume or cleanup block.
        CoroSuspend = OpDef::new("coro.suspend").operands(&[one("state", &CORO_STATE)])
            .traits(&[Trait::Terminator]).successors(Some(3))
            .pattern("$state `,` successor `,` successor `,` successor attr-dict"),
        /// Creates a token or value of the runtime that is not yet available.
        RuntimeCreate = OpDef::new("runtime.create").results(&[one("result", &VALUE_OR_TOKEN)])
            .pattern("attr-dict `:` type($result)"),
        /// Creates an empty group of the runtime.
        RuntimeCreateGroup = create_group("runtime.create_group"),
        /// Marks a token or value as available.
        RuntimeSetAvailable = on_value("runtime.set_available"),
        /// Marks a token or value as failed.
        RuntimeSetError = on_value("runtime.set_error"),
        /// Whether a token, value or group failed.
        RuntimeIsError = on_any("runtime.is_error").results(&[one("is_error", &types::BOOL)]),
        /// Blocks the thread until a token, value or group is available.
        RuntimeAwait = on_any("runtime.await"),
        /// Resumes a coroutine in a thread of the runtime.
        RuntimeResume = OpDef::new("runtime.resume").operands(&[one("handle", &CORO_HANDLE)])
            .pattern("$handle attr-dict"),
        /// Resumes a coroutine once a token, value or group is available.
        RuntimeAwaitAndResume = OpDef::new("runtime.await_and_resume")
            .operands(&[one("operand", &ANY), one("handle", &CORO_HANDLE)])
            .pattern("$operand `,` $handle attr-dict `:` type($operand)"),
        /// Stores a value into its storage.
        RuntimeStore = OpDef::new("runtime.store").operands(&[one("value", &types::ANY), one("storage", &VALUE)])
            .pattern("$value `,` $storage attr-dict `:` custom<Storage>").directives(&[runtime::STORAGE])
            .type_rules(&[derive("value", "storage", value_of)]),
        /// Loads a value from its storage.
        RuntimeLoad = OpDef::new("runtime.load").operands(&[one("storage", &VALUE)])
            .results(&[one("result", &types::ANY)]).pattern("$storage attr-dict `:` custom<Storage>").directives(&[runtime::STORAGE])
            .type_rules(&[derive("result", "storage", value_of)]),
        /// Adds a token or value to a group and yields its number there.
        RuntimeAddToGroup = add_to_group("runtime.add_to_group")
            .pattern("$operand `,` $group attr-dict `:` type($operand)"),
        /// Increments the reference count of a token, value or group.
        RuntimeAddRef = on_any("runtime.add_ref").attrs(&[required_attr("count", COUNT).outside(Outside::Assigned)])
            .verify(runtime::verify_count),
        /// Decrements the reference count of a token, value or group, which is freed at zero.
        RuntimeDropRef = on_any("runtime.drop_ref").attrs(&[required_attr("count", COUNT).outside(Outside::Assigned)])
            .verify(runtime::verify_count),
        /// The number of threads of the runtime.
        RuntimeNumWorkerThreads = OpDef::new("runtime.num_worker_threads")
            .results(&[one("result", &types::INDEX)]).pattern("attr-dict `:` type($result)"),
    }
}

/// A change of a reference count.
const COUNT: AttrConstraint = AttrConstraint::Int(Type::I64);

const fn create_group(name: &'static str) -> OpDef {
    OpDef::new(name)
        .operands(const { &[one("size", &types::INDEX)] })
        .results(const { &[one("result", &GROUP)] })
        .pattern("$size `:` type($result) attr-dict")
}

const fn add_to_group(name: &'static str) -> OpDef {
    OpDef::new(name)
        .operands(const { &[one("operand", &VALUE_OR_TOKEN), one("group", &GROUP)] })
        .results(const { &[one("rank", &types::INDEX)] })
}

const fn on_value(name: &'static str) -> OpDef {
    OpDef::new(name)
        .operands(const { &[one("operand", &VALUE_OR_TOKEN)] })
        .pattern("$operand attr-dict `:` type($operand)")
}

const fn on_any(name: &'static str) -> OpDef {
    OpDef::new(name)
        .operands(const { &[one("operand", &ANY)] })
        .pattern("$operand attr-dict `:` type($operand)")
}
