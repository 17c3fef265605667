//! Arrays in the memory of a device, and streams of the application.

use std::fmt;
use std::marker::PhantomData;
use std::sync::Arc;

use warpline_runtime::Device as AnyDevice;
use warpline_runtime::driver::recording::{CallerStreams, RawStream};
use warpline_runtime::exec::{DeviceMemory, RawMemory};

use super::Device;
use super::argument::{Argument, Element, Form, Layout};
use super::error::Error;
use super::function::device_error;

/// An array in the memory of a device, for [`Prepared::issue`](super::Prepared::issue). Clones are one array. Its memory is
/// freed when nothing has it any more, prepared functions that it was passed to among them.
///
/// ```
/// let device = warpline::Engine::new().open("cpu")?;
/// let x = device.array(&[1.0f32, 2.0, 3.0, 4.0], [2, 2])?;
/// assert_eq!(x.sizes(), [2, 2]);
/// assert_eq!(x.to_vec()?, [1.0, 2.0, 3.0, 4.0]);
/// # Ok::<(), warpline::Error>(())
/// ```
#[derive(Clone)]
pub struct DeviceArray<T> {
    memory: Arc<DeviceMemory>,
    layout: Layout,
    elements: PhantomData<T>,
}

impl<T: Element> fmt::Debug for DeviceArray<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("DeviceArray").field(&format_args!("{}", self.layout.text())).finish()
    }
}

impl Device {
    /// Allocates an array with these sizes, row after row, and copies its elements to the device.
    ///
    /// # Errors
    /// [`Error::Device`] if the slice has fewer or more elements, the device has no room, or one of its streams is being
    /// captured.
    pub fn array<T: Element, const N: usize>(
        &self,
        data: &[T],
        sizes: [usize; N],
    ) -> Result<DeviceArray<T>, Error> {
        let n = sizes.iter().try_fold(1usize, |n, size| n.checked_mul(*size));
        if n != Some(data.len()) {
            let message = format!("an array of sizes {sizes:?} does not have {} elements", data.len());
            return Err(Error::Device(message));
        }
        refuse_capture(self.open.device.as_ref())?;
        let layout = Layout::row_major(T::KIND, sizes);
        let memory = DeviceMemory::of(&self.open.device, data).map_err(|error| device_error(&error))?;
        Ok(DeviceArray { memory: Arc::new(memory), layout, elements: PhantomData })
    }

    /// Returns the array with these sizes, row after row, in memory that the application has allocated with the driver.
    ///
    /// # Errors
    /// [`Error::Device`] if the memory is smaller or larger, or not at a multiple of 64 bytes.
    pub fn array_in<T: Element, const N: usize>(
        &self,
        memory: RawMemory,
        sizes: [usize; N],
    ) -> Result<DeviceArray<T>, Error> {
        let layout = Layout::row_major(T::KIND, sizes);
        let memory = DeviceMemory::of_application(&self.open.device, memory);
        let memory = memory.map_err(|error| device_error(&error))?;
        if memory.bytes() != layout.n_bytes() {
            let message = format!("{} bytes are not an array of {}", memory.bytes(), layout.text());
            return Err(Error::Device(message));
        }
        Ok(DeviceArray { memory: Arc::new(memory), layout, elements: PhantomData })
    }

    /// Takes a stream of the application, on which it issues prepared functions.
    ///
    /// # Errors
    /// [`Error::Device`] if the device has no streams of a driver, or the stream is not of this device and its primary context.
    pub fn import_stream(&self, stream: RawStream) -> Result<Stream, Error> {
        let device = Arc::clone(&self.open.device);
        let streams = caller_streams(device.as_ref())?;
        streams.import_stream(stream).map_err(|error| device_error(&error))?;
        Ok(Stream { raw: stream, device })
    }
}

impl<T: Element> DeviceArray<T> {
    /// Returns the sizes.
    pub fn sizes(&self) -> &[i64] {
        self.layout.sizes()
    }

    /// Copies the elements to the host, row after row. The stream of work that writes them is not waited for: the application
    /// has synchronised it.
    ///
    /// # Errors
    /// [`Error::Device`] if one of its streams is being captured, or earlier work has failed.
    pub fn to_vec(&self) -> Result<Vec<T>, Error> {
        refuse_capture(self.memory.device())?;
        self.memory.to_vec().map_err(|error| device_error(&error))
    }

    /// Copies elements to the array, which no work uses.
    ///
    /// # Errors
    /// [`Error::Device`] if there are fewer or more elements than the array has, or a stream of the application is being captured.
    pub fn copy_from(&self, data: &[T]) -> Result<(), Error> {
        refuse_capture(self.memory.device())?;
        self.memory.copy_from(data).map_err(|error| device_error(&error))
    }

    /// Returns the address on the device.
    pub fn address(&self) -> u64 {
        self.memory.address()
    }
}

impl<T: Element> From<&DeviceArray<T>> for Argument<'_> {
    fn from(array: &DeviceArray<T>) -> Self {
        Self(Form::Device { memory: Arc::clone(&array.memory), layout: array.layout.clone() })
    }
}

/// A stream of the application, made from its handle by [`Device::import_stream`].
///
/// ```no_run
/// # use warpline::{Engine, RawStream};
/// # let handle = 0;
/// let device = Engine::new().open("cuda")?;
/// // SAFETY: the application destroys its stream after `stream` is dropped.
/// let stream = device.import_stream(unsafe { RawStream::from_handle(handle) })?;
/// # Ok::<(), warpline::Error>(())
/// ```
pub struct Stream {
    raw: RawStream,
    device: Arc<dyn AnyDevice>,
}

impl fmt::Debug for Stream {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Stream").field(&format_args!("{:#x}", self.raw.handle())).finish()
    }
}

impl Stream {
    pub(super) fn raw(&self) -> RawStream {
        self.raw
    }

    /// Whether it is a stream of this device.
    pub(super) fn is_of(&self, device: &Arc<dyn AnyDevice>) -> bool {
        Arc::ptr_eq(&self.device, device)
    }
}

impl Drop for Stream {
    fn drop(&mut self) {
        if let Some(streams) = self.device.caller_streams() {
            streams.forget_stream(self.raw);
        }
    }
}

pub(super) fn caller_streams(device: &dyn AnyDevice) -> Result<&dyn CallerStreams, Error> {
    device.caller_streams().ok_or_else(|| {
        let name = &device.caps().name;
        Error::Device(format!("device '{name}' has no streams that an application could pass"))
    })
}

/// Returns an error if a stream that the application has passed is being captured. It calls nothing else of the driver.
pub(super) fn refuse_capture(device: &dyn AnyDevice) -> Result<(), Error> {
    let Some(streams) = device.caller_streams() else { return Ok(()) };
    if streams.is_capturing().map_err(|error| device_error(&error))? {
        let message = "a stream is being captured, in which only prepared functions can be issued";
        return Err(Error::Device(message.to_string()));
    }
    Ok(())
}
