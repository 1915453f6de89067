// Writes OPERATIONS.md: how users reach each operation of the service.
import { writeFileSync } from 'node:fs';
import { findOperationPaths, operationsPage } from '../test/project/reach.ts';

writeFileSync(new URL('../OPERATIONS.md', import.meta.url), operationsPage(findOperationPaths()));
