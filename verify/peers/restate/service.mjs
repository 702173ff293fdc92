// The workloads as a Restate service. Every effect is one request to the program that measures.
import * as restate from "@restatedev/restate-sdk";

const [effects, port] = process.argv.slice(2);
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const effect = (key) => fetch(`${effects}/${key}`, { method: "POST" });

async function step(key) {
  await effect(key);
  await pause(50);
}

async function steps(ctx, key) {
  for (let i = 0; i < 80; i++) {
    await ctx.run(`step ${i}`, () => step(key));
  }
}

const work = restate.service({
  name: "work",
  handlers: {
    short_steps: steps,
    long_step: (ctx, key) =>
      ctx.run("long step", async () => {
        for (let i = 0; i < 80; i++) {
          await step(key);
        }
      }),
    sleeping: async (ctx, key) => {
      await effect(`${key}-ready`);
      await ctx.sleep(3000);
      await ctx.run("step", () => step(key));
    },
    queued: (ctx, key) => ctx.run("step", () => step(key)),
    retrying: (ctx, key) => {
      let tried = false;
      return ctx.run(
        "step",
        async () => {
          if (!tried) {
            tried = true;
            await effect(`${key}-ready`);
            throw new Error("the first attempt fails");
          }
          await step(key);
        },
        { initialRetryInterval: 2000, maxRetryAttempts: 3 },
      );
    },
    child: (ctx, key) => ctx.serviceClient(work).short_steps(key),
  },
});

restate.serve({ services: [work], port: Number(port) });
