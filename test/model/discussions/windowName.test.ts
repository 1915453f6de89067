import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import os from 'node:os';
import { isWindowClosed, windowName } from '../../../src/model/discussions/windowName.ts';

const parent = String(process.ppid);
const nobody = String(2 ** 22 + 1);

/** Returns the name of a window of another process. */
function nameOf(process_: string): string {
  const name = windowName();
  const parts = name.split('~');
  assert.equal(parts.filter(part => part === String(process.pid)).length, 1, name);
  return parts.map(part => (part === String(process.pid) ? process_ : part)).join('~');
}

describe('the name of a window', () => {
  const { now } = Date;
  const { hostname } = os;
  afterEach(() => {
    Date.now = now;
    os.hostname = hostname;
  });

  it('distinguishes running windows from closed ones', () => {
    assert.equal(isWindowClosed(nameOf(parent)), false);
    assert.equal(isWindowClosed(nameOf(nobody)), true);
    assert.equal(isWindowClosed(windowName()), true, 'what has the process of this window is of one before it');
  });

  it('counts as closed without a start time or a process ID', () => {
    for (const name of ['', 'another-machine', 'another-machine~another-start'])
      assert.equal(isWindowClosed(name), true, name);
  });

  for (const hours of [-48, -1, 1, 48]) {
    it(`counts as running although the clock was changed by ${hours} h`, () => {
      const name = nameOf(parent);
      Date.now = () => now() + hours * 3600_000;
      assert.equal(isWindowClosed(name), false);
    });
  }

  it('counts as closed even if the machine was renamed', function () {
    const [running, gone] = [nameOf(parent), nameOf(nobody)];
    os.hostname = () => 'renamed.example';
    assert.equal(isWindowClosed(running), false);
    assert.equal(isWindowClosed(gone), true);
  });

  it('counts as closed after a restart of the machine', function () {
    if (process.platform === 'linux' && !existsSync('/etc/machine-id')) this.skip();
    const [machine] = windowName().split('~');
    os.hostname = () => 'renamed.example';
    assert.equal(isWindowClosed([machine, 'another-start', nobody, 'x'].join('~')), true);
  });

  it('of another machine never counts as closed', function () {
    if (process.platform !== 'linux') this.skip();
    assert.equal(isWindowClosed(['another-machine', 'another-start', nobody, 'x'].join('~')), false);
  });
});
