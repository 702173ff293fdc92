// The SDK asks for this; Node has it from version 22 on.
Promise.withResolvers ??= function () {
  let resolve, reject;
  const promise = new this((a, b) => ([resolve, reject] = [a, b]));
  return { promise, resolve, reject };
};
