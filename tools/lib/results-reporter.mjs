// Reporter of the test runner: what became of a run, for our own tables. A failure keeps its message, its line and what its test printed.
import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { root } from './run.mjs';

/** What is kept of a message, and of what a test printed, in characters: what pages showed can be long. */
const MAX_TEXT = 800;
const MAX_PRINTED = 10_000;

const isOf = (state) => (test) => test.result().state === state;
const pathOf = (module) => relative(root, module.moduleId);

/** Writes `{passed, skipped, files, failures}` as JSON to the file that KONTOR_TEST_RESULTS names; `runProject` reads it. */
export default class ResultsReporter {
  #printed = new Map();

  onUserConsoleLog({ taskId, content }) {
    if (taskId !== undefined) this.#printed.set(taskId, (this.#printed.get(taskId) ?? '') + content);
  }

  onTestRunEnd(modules, unhandled) {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const failures = [
      ...modules.flatMap((module) => [
        ...module.errors().map((error) => this.#failure(pathOf(module), 'the file', error, module.id)),
        ...[...module.children.allSuites()].flatMap((suite) =>
          suite.errors().map((error) => this.#failure(pathOf(module), suite.fullName, error, suite.id)),
        ),
      ]),
      ...tests
        .filter(isOf('failed'))
        .map((test) => this.#failure(pathOf(test.module), test.fullName, test.result().errors[0], test.id)),
      ...unhandled.map((error) => this.#failure('', 'the run itself', error)),
    ];
    const files = modules.map((module) => ({
      path: pathOf(module),
      tests: [...module.children.allTests()].length,
      seconds: module.diagnostic().duration / 1000,
    }));
    const passed = tests.filter(isOf('passed')).length;
    writeFileSync(
      process.env.KONTOR_TEST_RESULTS,
      JSON.stringify({ passed, skipped: tests.filter(isOf('skipped')).length, files, failures }),
    );
  }

  #failure(path, name, error, id) {
    const frame = error?.stacks?.find(({ file }) => path !== '' && file.endsWith(path)) ?? error?.stacks?.[0];
    const message = (error?.message ?? 'It failed without a message.').slice(0, MAX_TEXT);
    return { path, name, line: frame?.line, message, printed: this.#printed.get(id)?.slice(0, MAX_PRINTED) };
  }
}
