import assert from 'node:assert/strict';
import { eventually } from '../host/eventually.ts';
import type { Workbench } from '../host/workbench.ts';
import type { Service } from './service.ts';
import { setStage } from './stage.ts';

// The extension has not been activated yet: none of its views and no page was opened.
describe('the command palette of a new window', () => {
  let service: Service;
  let workbench: Workbench;

  setStage({ signedIn: true }, stage => {
    ({ service, workbench } = stage);
  });

  it('contains the commands for reviewing', async () => {
    await workbench.runCommand('Marginalia: Change Subject of Change Request...');
    await workbench.pick(`#8 ${service.changeRequest(8).subject}`);
    await workbench.enter('A better subject', 'What the change request does');
    await eventually(() => assert.equal(service.changeRequest(8).subject, 'A better subject'));
  });
});
