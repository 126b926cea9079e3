import type { Reporter, TestModule, Vitest } from 'vitest/node';

/** Says at the end how long the tests took, which files took longest, and what was skipped for want of what. */
// biome-ignore lint/style/noDefaultExport: vitest expects one
export default class Summary implements Reporter {
  #start = 0;
  #hasFilter = false;
  #log: Vitest['logger'] | undefined;

  onInit({ logger, config }: Vitest): void {
    this.#hasFilter = (config.tagsFilter ?? []).length > 0;
    this.#log = logger;
    this.#start = performance.now();
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    const skipped = new Map<string, number>();
    for (const module of modules)
      for (const test of module.children.allTests('skipped')) {
        const result = test.result();
        const place = this.#hasFilter
          ? 'not of this run; npm run test:all has all'
          : `see ${module.relativeModuleId}`;
        const why = (result.state === 'skipped' && result.note) || place;
        skipped.set(why, (skipped.get(why) ?? 0) + 1);
      }
    const seconds = (milliseconds: number) => `${Math.round(milliseconds / 1000)} s`;
    const longest = modules
      .map((module) => ({ name: module.relativeModuleId, took: module.diagnostic().duration }))
      .sort((a, b) => b.took - a.took)
      .slice(0, 10);
    // Threads alone count as this process.
    const { user, system } = process.cpuUsage();
    const isAllHere = modules.every(({ project }) => project.config.pool === 'threads');
    const cpu = isAllHere ? `, ${seconds((user + system) / 1000)} of CPU` : '';
    this.#log?.log(`The tests took ${seconds(performance.now() - this.#start)}${cpu}.`);
    this.#log?.log(
      `Longest: ${longest.map(({ name, took }) => `${name} ${seconds(took)}`).join(', ')}`,
    );
    for (const [why, count] of skipped) this.#log?.log(`Skipped ${count}: ${why}`);
  }
}
