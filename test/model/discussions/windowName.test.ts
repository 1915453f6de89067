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

  it('tells one that is there from one that is gone', () => {
    assert.equal(isWindowClosed(nameOf(parent)), false);
    assert.equal(isWindowClosed(nameOf(nobody)), true);
    assert.equal(isWindowClosed(windowName()), true, 'what has the process of this window is of one before it');
  });

  it('tells that a window is gone if the name has no start or no process', () => {
    for (const name of ['', 'another-machine', 'another-machine~another-start'])
      assert.equal(isWindowClosed(name), true, name);
  });

  for (const hours of [-48, -1, 1, 48]) {
    it(`is that of a window that is there, though the clock was set ${hours} h`, () => {
      const name = nameOf(parent);
      Date.now = () => now() + hours * 3600_000;
      assert.equal(isWindowClosed(name), false);
    });
  }

  it('tells that a window is gone though the machine has got another name', function () {
    const [running, gone] = [nameOf(parent), nameOf(nobody)];
    os.hostname = () => 'renamed.example';
    assert.equal(isWindowClosed(running), false);
    assert.equal(isWindowClosed(gone), true);
  });

  it('tells it of a window from before the machine was started again, too', function () {
    if (process.platform === 'linux' && !existsSync('/etc/machine-id')) this.skip();
    const [machine] = windowName().split('~');
    os.hostname = () => 'renamed.example';
    assert.equal(isWindowClosed([machine, 'another-start', nobody, 'x'].join('~')), true);
  });

  it('is never that of a window that is gone where it is one of another machine', function () {
    if (process.platform !== 'linux') this.skip();
    assert.equal(isWindowClosed(['another-machine', 'another-start', nobody, 'x'].join('~')), false);
  });
});
