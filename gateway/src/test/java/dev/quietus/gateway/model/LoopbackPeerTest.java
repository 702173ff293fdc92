package dev.quietus.gateway.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.StringReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class LoopbackPeerTest {
    private static final String TABLE = String.join(
            "\n",
            "  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid",
            row(0, "0100007F:46B3 00000000:0000 0A", 0),
            row(1, "0100007F:46B3 0100007F:D2F1 01", 0),
            row(2, "0100007F:D2F1 0100007F:46B3 01", 1000),
            row(3, "0100007F:D2F2 0100007F:46B4 01", 1001));

    /** A socket as Linux 6.18 shows it. */
    private static String row(int number, String ends, int user) {
        return "   " + number + ": " + ends + " 00000000:00000000 00:00000000 00000000  " + user
                + "        0 4711 1 0000000000000000 100 0 0 10 0";
    }

    private static OptionalLong user(int from, int to) throws IOException {
        return LoopbackPeer.user(new BufferedReader(new StringReader(TABLE)), from, to);
    }

    @Test
    void theUserIsThatOfTheEndThatConnected() throws IOException {
        assertThat(user(0xD2F1, 0x46B3)).hasValue(1000);
        assertThat(user(0x46B3, 0xD2F1)).hasValue(0);
        assertThat(user(0xD2F2, 0x46B4)).hasValue(1001);
        assertThat(user(0xD2F2, 0x46B3)).isEmpty();
        assertThat(user(0xD2F3, 0x46B3)).isEmpty();
    }

    @Test
    void thisProcessIsNoOtherUser() throws IOException {
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                Socket client = new Socket(server.getInetAddress(), server.getLocalPort());
                Socket accepted = server.accept()) {
            assertThat(client.isConnected()).isTrue();
            assertThat(LoopbackPeer.isOfAnotherUser(accepted)).isFalse();
        }
    }
}
