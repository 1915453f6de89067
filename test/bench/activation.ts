import { onFloor, printFigure } from './measure.ts';
import { openWindows } from './windows.ts';

// Measures the activation of the packaged extension, each time in a new window. The floor is an empty extension.
const rounds = 14;
const names = ['marginalia.marginalia', 'bench.empty'];

interface Activated {
  name: string;
  wall: number;
  cpu: number;
}

const windows = await openWindows();
const all: Activated[] = [];
try {
  for (let round = 0; round < rounds; round++) {
    await windows.run('activation', {
      order: () => (round % 2 === 0 ? names : names.toReversed()),
      activated: (activated: Activated) => void all.push(activated),
    });
  }
} finally {
  await windows.close();
}

const [marginalia = [], empty = []] = names.map(name => all.filter(one => one.name === name));
const cpu = ({ cpu }: Activated) => cpu;
const wall = ({ wall }: Activated) => wall;
printFigure(
  onFloor(
    { name: 'Time of the processor in the host', unit: 'ms', ratioAtMost: 12 },
    marginalia.map(cpu),
    empty.map(cpu),
  ),
);
printFigure(onFloor({ name: 'Time until it is activated', unit: 'ms' }, marginalia.map(wall), empty.map(wall)));
