package dev.quietus.cli.run;

import dev.quietus.cli.config.Connection;
import dev.quietus.client.Quietus;
import dev.quietus.client.RunAuthority;
import dev.quietus.client.http.QuietusClient;

/**
 * The ways to the server that a run takes.
 *
 * @param connection the address, and what the one who starts the run shows there
 * @param starter the way of the one who starts the run: registers it and stops it
 */
public record RunServer(Connection connection, Quietus starter) {

    /** The way of the run itself, with its own lease. The caller closes it. */
    Quietus withLease(RunAuthority authority) {
        QuietusClient.Builder client = QuietusClient.builder(connection.url());
        authority.leaseToken().or(connection::token).ifPresent(client::token);
        return Quietus.over(client.build());
    }
}
