//! Works that run at the same time, and how they slow each other down.
//!
//! Time is continuous, and the rates of works change when one starts, ends, or enters its last wave.
//! - *Slots*: a kernel of `w` waves needs all slots of the device for all waves but the last one, which needs the rest.
//!   Slots are granted in the order of starts. A kernel that gets a share of what it needs proceeds at that share.
//! - *Issue and bandwidth*: where the demands of running works, each times its rate, sum up to more than 1, the rates of
//!   all of them are divided by the sum.
//! - *Fills and copies within the device* need no slots and demand the whole bandwidth.
//! - *Copies over a link* run one at a time per engine, in the order in which they arrive.
//!
//! Cost: the works that run, for each start and end.

use std::collections::VecDeque;

/// Times below this are equal, in microseconds.
const EPSILON: f64 = 1e-9;
/// The most microseconds of a work: 30 years.
const LONGEST: f64 = 1e15;

/// A link with an engine of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Link {
    /// From the host to the device.
    ToDevice,
    /// From the device to the host.
    ToHost,
}

/// What a work demands of the device.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Load {
    /// Microseconds that it takes alone.
    pub us: f64,
    /// Waves of blocks; 0 for work without blocks.
    pub waves: f64,
    /// Its share of the rate at which the units issue, alone.
    pub issue: f64,
    /// Its share of the bandwidth, alone.
    pub bandwidth: f64,
    /// The link that it copies over.
    pub link: Option<Link>,
    /// Bytes of memory that it moves.
    pub bytes: f64,
}

impl Load {
    /// Returns the load of `n` in a row.
    pub(super) fn times(self, n: f64) -> Self {
        Self { us: self.us * n, bytes: self.bytes * n, ..self }.bounded()
    }

    /// Returns the same load with a time that can be added up.
    pub(super) fn bounded(self) -> Self {
        let finite = |number: f64| if number.is_nan() { 0.0 } else { number.clamp(0.0, LONGEST) };
        Self { us: finite(self.us), bytes: finite(self.bytes), ..self }
    }

    /// Returns the number of waves, of which the last one may be part of one.
    fn n_waves(&self) -> f64 {
        (self.waves - EPSILON).ceil().max(1.0)
    }

    /// Returns the share of the slots that the last wave needs.
    fn last_need(&self) -> f64 {
        (self.waves - self.n_waves() + 1.0).clamp(EPSILON, 1.0)
    }

    /// Returns the microseconds for which it needs all slots, and for which the last wave runs.
    fn parts(&self) -> (f64, f64) {
        let last = self.us / self.n_waves();
        (self.us - last, last)
    }

    /// Returns the microseconds of all slots, the issue rate, the bandwidth that it uses up: none of them can run
    /// shorter with others.
    pub(super) fn demands(&self) -> [f64; 3] {
        let (full, last) = self.parts();
        let slots = if self.waves == 0.0 { 0.0 } else { full + last * self.last_need() };
        [slots, self.issue * self.us, self.bandwidth * self.us]
    }
}

/// A work that runs.
struct Running {
    work: usize,
    load: Load,
    /// Microseconds left, alone.
    left: f64,
    rate: f64,
}

/// The works that run, and the time.
#[derive(Default)]
pub(super) struct Contention {
    now: f64,
    running: Vec<Running>,
    /// By link, the copies that wait for its engine, which runs the first one.
    queues: [VecDeque<(usize, Load)>; 2],
    ended: Vec<usize>,
    is_stale: bool,
}

impl Contention {
    /// Returns the time in microseconds.
    pub(super) fn now(&self) -> f64 {
        self.now
    }

    /// Returns the number of works that run.
    pub(super) fn n_running(&self) -> usize {
        self.running.len()
    }

    /// Whether no work runs.
    pub(super) fn is_idle(&self) -> bool {
        self.running.is_empty()
    }

    /// Starts a work now.
    pub(super) fn start(&mut self, work: usize, load: Load) {
        if let Some(link) = load.link {
            let queue = &mut self.queues[link as usize];
            queue.push_back((work, load));
            if 1 < queue.len() {
                return;
            }
        }
        self.run(work, load);
    }

    fn run(&mut self, work: usize, load: Load) {
        let load = Load { us: load.us.max(1e-3), ..load };
        self.running.push(Running { work, load, left: load.us, rate: 1.0 });
        self.is_stale = true;
    }

    /// Goes on until a time, or to the first end of a work before it; returns the works that end.
    pub(super) fn advance(&mut self, until: f64) -> &[usize] {
        self.ended.clear();
        loop {
            if std::mem::take(&mut self.is_stale) {
                self.set_rates();
            }
            let mut step = (until - self.now).max(0.0);
            for running in self.running.iter().filter(|running| 0.0 < running.rate) {
                let (_, last) = running.load.parts();
                let is_last = running.left <= last * (1.0 + EPSILON);
                let to_change = if is_last { running.left } else { running.left - last };
                step = step.min(to_change / running.rate);
            }
            if step.is_infinite() {
                return &self.ended;
            }
            self.now += step;
            self.proceed(step);
            if !self.ended.is_empty() || until <= self.now + EPSILON {
                return &self.ended;
            }
        }
    }

    /// Lets all works proceed for so many microseconds.
    fn proceed(&mut self, step: f64) {
        let mut index = 0;
        let mut next: Vec<(usize, Load)> = Vec::new();
        while let Some(running) = self.running.get_mut(index) {
            let (_, last) = running.load.parts();
            let was_last = running.left <= last * (1.0 + EPSILON);
            running.left -= step * running.rate;
            self.is_stale |= !was_last && running.left <= last * (1.0 + EPSILON);
            if EPSILON * running.load.us < running.left {
                index += 1;
                continue;
            }
            let Running { work, load, .. } = self.running.remove(index);
            self.is_stale = true;
            self.ended.push(work);
            if let Some(link) = load.link {
                let queue = &mut self.queues[link as usize];
                queue.pop_front();
                next.extend(queue.front().copied());
            }
        }
        for (work, load) in next {
            self.run(work, load);
        }
    }

    fn set_rates(&mut self) {
        let mut free = 1.0f64;
        let (mut issue, mut bandwidth) = (0.0, 0.0);
        for running in &mut self.running {
            running.rate = 1.0;
            if running.load.waves != 0.0 {
                let (_, last) = running.load.parts();
                let is_last = running.left <= last * (1.0 + EPSILON);
                let need = if is_last { running.load.last_need() } else { 1.0 };
                let got = need.min(free);
                free -= got;
                running.rate = got / need;
            }
            issue += running.rate * running.load.issue;
            bandwidth += running.rate * running.load.bandwidth;
        }
        for running in &mut self.running {
            let granted = running.rate;
            for (sum, demand) in [(issue, running.load.issue), (bandwidth, running.load.bandwidth)] {
                if 1.0 < sum && 0.0 < demand {
                    running.rate = running.rate.min(granted / sum);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns when the last of some works ends that start at the same time.
    fn together(loads: &[Load]) -> f64 {
        let mut contention = Contention::default();
        loads.iter().enumerate().for_each(|(work, load)| contention.start(work, *load));
        while !contention.is_idle() {
            contention.advance(f64::INFINITY);
        }
        contention.now()
    }

    fn kernel(us: f64, waves: f64) -> Load {
        Load { us, waves, ..Load::default() }
    }

    fn is_close(found: f64, right: f64) {
        assert!((found - right).abs() < 1e-6 * right, "{found} in place of {right}");
    }

    #[test]
    fn kernels_of_many_waves_follow_each_other() {
        // The second one starts in what the last wave of the first one leaves: 61.75 waves end in 62.
        let slots = 99.0 + 0.75;
        let pair = together(&[kernel(100.0, 99.75), kernel(100.0, 99.75)]);
        is_close(pair, 2.0 * slots + 0.25);
    }

    #[test]
    fn halves_run_beside_each_other_until_a_rate_is_used_up() {
        is_close(together(&[kernel(100.0, 0.5), kernel(100.0, 0.5)]), 100.0);
        let of_memory = Load { bandwidth: 0.8, ..kernel(100.0, 0.5) };
        is_close(together(&[of_memory, of_memory]), 160.0);
        let of_units = Load { issue: 0.7, ..kernel(100.0, 0.5) };
        is_close(together(&[of_units, of_memory]), 100.0);
    }

    #[test]
    fn a_half_fits_into_the_last_wave() {
        is_close(together(&[kernel(100.0, 1.5), kernel(50.0, 0.5)]), 100.0);
    }

    #[test]
    fn a_fill_shares_the_bandwidth() {
        let fill = Load { us: 23.0, bandwidth: 1.0, ..Load::default() };
        is_close(together(&[fill, Load { bandwidth: 1.0, ..kernel(23.0, 1.0) }]), 46.0);
        is_close(together(&[fill, kernel(23.0, 60.0)]), 23.0);
    }

    #[test]
    fn copies_take_turns_on_an_engine() {
        let copy = |link| Load { us: 100.0, link: Some(link), ..Load::default() };
        is_close(together(&[copy(Link::ToDevice), copy(Link::ToDevice)]), 200.0);
        is_close(together(&[copy(Link::ToDevice), copy(Link::ToHost)]), 100.0);
    }
}
