import assert from 'node:assert/strict';
import { run } from '../../host/commands.ts';
import { eventually } from '../../host/eventually.ts';
import { stage } from '../../host/stage.ts';
import { changeRequestUri, marginalia } from '../../host/support.ts';

const space = 'heron-manual';
const uri = changeRequestUri(space, 8);

describe('a command on a change request that the role of the user does not allow', () => {
  const set = stage();

  async function signInAs(user: string): Promise<void> {
    await (await marginalia()).signIn({ url: set.server.url, token: set.sandbox.tokenFor(user) });
  }

  const sentTo = (path: RegExp) => set.server.writes.filter(({ asked }) => path.test(asked));

  for (const [command, as, role] of [
    ['merge', 'jun', 'Reviewer'],
    ['merge', 'lucia', 'Reviewer'],
    ['update', 'lucia', 'Editor'],
    ['setSubject', 'lucia', 'Editor'],
    ['setStatus', 'sam', 'Editor'],
    ['archive', 'sam', 'Editor'],
    ['requestReviewers', 'lucia', 'Editor'],
    ['importContent', 'lucia', 'Editor'],
  ] as const) {
    it(`tells ${as} which role is needed before any question: ${command}`, async () => {
      await signInAs(as);
      const messages = await run(`changeRequest.${command}`, [], uri);
      assert.equal(messages.length, 1);
      assert.match(
        messages[0] ?? '',
        new RegExp(`Your role in this space does not .*\\. You need the role ${role}\\.`),
      );
      assert.deepEqual(sentTo(/change-requests/), []);
    });
  }

  it('tells an administrator that the space is locked', async () => {
    const { spaces } = set.sandbox.state;
    spaces.put({ ...spaces.get(space), editMode: 'locked' });
    const messages = await run('changeRequest.merge', [], uri);
    assert.match(messages.join(), /"Heron manual" is locked: nobody can \w+ anything there until it is unlocked\.$/);
  });

  it('works as soon as the user has the role, whatever was cached', async () => {
    const { spaces } = set.sandbox.state;
    await signInAs('lucia');
    await run('changeRequest.setSubject', [], uri);
    spaces.put({ ...spaces.get(space), defaultLevel: 'edit' });
    await run('changeRequest.setSubject', ['Another subject'], uri);
    await eventually(() => assert.equal(sentTo(/^PATCH /).length, 1));
  });

  it('is tried when the space cannot be read', async () => {
    set.server.fail({ kind: 'status', status: 500 }, /^GET \/spaces\/heron-manual$/);
    await run('changeRequest.setSubject', ['Another subject'], uri);
    await eventually(() => assert.equal(sentTo(/^PATCH /).length, 1));
  });
});
