import type { SkillEnvironment } from '../skills/environment.ts';

/** What skills find on this machine: secrets are variables of the environment. */
export function localEnvironment(projectDir: string): SkillEnvironment {
  return {
    projectDir,
    secret: (name) => {
      const value = process.env[name];
      if (value !== undefined) return Promise.resolve(value);
      return Promise.reject(new Error(`there is no secret ${name}: here it is a variable of the environment`));
    },
  };
}
