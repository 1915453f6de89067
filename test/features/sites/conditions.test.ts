import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { eventually } from '../../host/eventually.ts';
import { otherJson } from '../../host/faultyServer.ts';
import { discardAll, documentOf, findingsIn, openDocument, writeIn } from '../../host/resourceDocuments.ts';
import { stage } from '../../host/stage.ts';

const site = '/orgs/tidewell/sites/heron-docs';
const claim = (description: string) => ({ type: 'boolean', description });

describe('conditions of a site after saving its adaptive schema', () => {
  afterEach(discardAll);
  const set = stage();

  async function save(properties: object): Promise<vscode.TextDocument> {
    const document = await openDocument(documentOf(`${site}/adaptive-schema`));
    await writeIn(document, { jsonSchema: { type: 'object', properties, additionalProperties: false } });
    assert.ok(await document.save());
    return document;
  }

  function putCondition(condition: string): void {
    const { state } = set.sandbox;
    state.siteSections.put({ ...state.siteSections.get('api'), condition });
    state.keepWrites();
  }

  it('that refer to missing claims are shown in Problems', async () => {
    putCondition('visitor.claims.partner == true && visitor.claims.unsigned["is-beta"] == true');
    const template = { items: [{ description: 'Staff', condition: 'visitor.claims.staff == true' }] };
    set.server.fail(
      otherJson(() => template),
      /template-conditions$/,
    );
    const unsigned = { type: 'object', properties: { other: claim('Other') }, additionalProperties: false };
    const document = await save({ unsigned, partner: claim('Partner') });
    await eventually(() =>
      assert.deepEqual(
        findingsIn(document).map(({ message }) => message),
        [
          'The condition of the template "Staff" names the claim "staff", which the schema does not have.',
          'The condition of the section "API" names the claim "unsigned.is-beta", which the schema does not have.',
        ],
      ),
    );
    const [first] = vscode.languages.getDiagnostics(document.uri).filter(({ source }) => source === 'Marginalia');
    assert.equal(first?.severity, vscode.DiagnosticSeverity.Warning);
    await save({
      partner: claim('Partner'),
      staff: claim('Staff'),
      unsigned: { ...unsigned, properties: { 'is-beta': claim('Beta') } },
    });
    await eventually(() => assert.deepEqual(findingsIn(document), []));
  });

  it('are checked in its spaces too, on every page and in every notation of a claim', async () => {
    const { state } = set.sandbox;
    const [space = assert.fail()] = state.siteSpaces.by('site', 'heron-docs');
    state.siteSpaces.put({ ...space, condition: "visitor.claims['beta'] == true" });
    for (let number = 1; number <= 60; number++) {
      const id = `s${number}`;
      state.siteSections.put({ id, site: 'heron-docs', title: `Section ${number}`, path: id });
    }
    state.siteSections.put({ ...state.siteSections.get('s60'), condition: 'visitor.claims.toString == true' });
    state.keepWrites();
    const document = await save({ partner: claim('Partner') });
    await eventually(() =>
      assert.deepEqual(
        findingsIn(document)
          .map(({ message }) => message.replace(/of the space ".*?"/, 'of a space'))
          .sort(),
        [
          'The condition of a space names the claim "beta", which the schema does not have.',
          'The condition of the section "Section 60" names the claim "toString", which the schema does not have.',
        ],
      ),
    );
  });

  it('do not make the save fail when they cannot be read', async () => {
    set.server.fail({ kind: 'status', status: 403 }, /template-conditions$/);
    const document = await save({ partner: claim('Partner') });
    assert.deepEqual(findingsIn(document), []);
    assert.ok('partner' in (set.sandbox.state.sites.get('heron-docs').adaptiveSchema?.jsonSchema.properties ?? {}));
  });
});
