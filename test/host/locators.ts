import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { eventually } from './eventually.ts';

/** Waits until a locator matches this number of elements. */
export async function waitForCount(locator: Locator, count: number): Promise<void> {
  await eventually(async () => assert.equal(await locator.count(), count));
}

/** Waits until a text field has this value. */
export async function waitForValue(field: Locator, value: string): Promise<void> {
  await eventually(async () => assert.equal(await field.inputValue(), value));
}
