// Tasks that run the program on the whole folder and add its problems to the list of problems.
import * as vscode from "vscode";

/** The readers of the output: problems in files, and wrong answers in cases. */
const MATCHERS = ["$ferz", "$ferz-test"];

interface Definition extends vscode.TaskDefinition {
  command: string;
  paths?: string[];
}

export class Tasks implements vscode.TaskProvider {
  constructor(private readonly program: () => string | undefined) {}

  provideTasks(): vscode.Task[] {
    return ["check", "test"].flatMap((command) => this.task({ type: "ferz", command }) ?? []);
  }

  resolveTask(task: vscode.Task): vscode.Task | undefined {
    return this.task(task.definition as Definition);
  }

  private task(definition: Definition): vscode.Task | undefined {
    const program = this.program();
    if (!program) return undefined;
    const { command, paths = ["."] } = definition;
    const run = new vscode.ProcessExecution(program, ["--plain", command, ...paths]);
    const task = new vscode.Task(definition, vscode.TaskScope.Workspace, command, "ferz", run, MATCHERS);
    task.group = command === "test" ? vscode.TaskGroup.Test : vscode.TaskGroup.Build;
    return task;
  }
}
